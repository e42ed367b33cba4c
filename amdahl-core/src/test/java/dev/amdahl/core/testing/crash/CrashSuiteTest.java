package dev.amdahl.core.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.functional.MemoryFolder;
import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.testing.crash.CrashMatrix.Outcome;
import dev.amdahl.core.testing.crash.CrashSuite.Result;
import dev.amdahl.spi.contract.Requires;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real loop halted at every fail point, and inside the recovery from it. */
@Tag("harness")
final class CrashSuiteTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    @Test
    void haltedAnywhereTheLoopRecoversAndBreaksNothing() throws InterruptedException {
        Requires.processors(2);
        Requires.program("setsid");
        Requires.program("git");
        boolean isFull = Boolean.getBoolean("amdahl.crash.all");

        Result result = isFull
                ? CrashSuite.run(folder, Classes.path())
                : CrashSuite.sample(folder, Classes.path(), Requires.fullSize() ? 16 : 40);

        assertThat(result.outcomes())
                .allSatisfy(outcome -> assertThat(outcome.violations())
                        .as("%s, whose children said: %s", outcome.played(), outcome.log())
                        .isEmpty());
        assertThat(result.outcomes()).anyMatch(outcome -> outcome.played().losesTrials() && outcome.halts() > 0);
        assertThat(result.outcomes())
                .filteredOn(outcome -> outcome.played().jobs() == CrashJobs.FILES)
                .extracting(Outcome::halts)
                .allMatch(halts -> halts > 0);
        if (isFull) {
            assertThat(result.children()).isGreaterThanOrEqualTo(105);
            assertThat(result.neverHalted()).containsExactlyInAnyOrderElementsOf(CrashSuite.NOT_IN_THESE_WORLDS);
        } else {
            assertThat(result.neverHalted()).hasSizeLessThan(FailPoint.values().length);
        }
    }
}
