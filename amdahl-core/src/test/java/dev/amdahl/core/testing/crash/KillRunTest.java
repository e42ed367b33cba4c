package dev.amdahl.core.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.functional.MemoryFolder;
import dev.amdahl.spi.contract.Requires;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real loop on an H2 file with real processes as trials, killed at any moment. */
@Tag("harness")
@Tag("soak")
@Tag("long")
final class KillRunTest {
    private static final int KILLS = Integer.getInteger("amdahl.kills", 3);

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    @Test
    void killedAtAnyMomentNothingIsLostAndNothingRunsTwice() throws Exception {
        Requires.processors(2);
        Requires.program("setsid");
        long seed = Long.getLong("amdahl.seed", 20260301);
        System.out.println("seed " + seed);

        KillRun.Result result = KillRun.run(folder, Classes.path(), new SplittableRandom(seed), KILLS);

        assertThat(result.violations()).as("seed %d", seed).isEmpty();
        assertThat(result.kills()).isGreaterThanOrEqualTo(KILLS);
        assertThat(result.acknowledged()).isPositive();
    }
}
