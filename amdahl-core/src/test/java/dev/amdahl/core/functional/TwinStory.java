package dev.amdahl.core.functional;

import static org.junit.jupiter.api.TestInstance.Lifecycle.PER_CLASS;

import dev.amdahl.core.functional.TwinJobs.Case;
import dev.amdahl.spi.contract.Requires;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs that are caught on something through the loop, and honest twins that are not; one loop runs them all. Not thread-safe. */
@TestInstance(PER_CLASS)
abstract class TwinStory {
    @TempDir(factory = MemoryFolder.class)
    static Path folder;

    private final Set<String> small;
    private final List<Case> all;
    private TwinJobs jobs;

    /** Each case runs a whole experiment twice: in small size only the named ones do. */
    TwinStory(Set<String> small, List<Case> all) {
        this.small = small;
        this.all = all;
    }

    final List<Case> cases() {
        return Requires.fullSize()
                ? all
                : all.stream().filter(one -> small.contains(one.name())).toList();
    }

    @BeforeAll
    final void loop() {
        jobs = TwinJobs.untilIdle(cases(), folder);
    }

    @ParameterizedTest
    @MethodSource("cases")
    final void theTrapIsRefuted(Case one) {
        jobs.assertThatTheTrapIsRefuted(one);
    }

    @ParameterizedTest
    @MethodSource("cases")
    final void itsHonestTwinSurvives(Case one) {
        jobs.assertThatItsHonestTwinSurvives(one);
    }
}
