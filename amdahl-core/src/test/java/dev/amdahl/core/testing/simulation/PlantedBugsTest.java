package dev.amdahl.core.testing.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The simulation can fail: each mistake that somebody could make is caught, and by the promise that it breaks. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("harness")
@Tag("soak")
final class PlantedBugsTest {
    private static final long FIRST = Long.getLong("amdahl.seed", 1);
    private static final int SEEDS = 1_000;
    /** Dozens or hundreds of seeds go by before they are caught. */
    private static final Set<String> RARE = Set.of(
            "ignore the fence",
            "expire what may have been submitted",
            "refuted changes not normalised",
            "keep the experiments of a family that is gone");

    static List<PlantedBug> bugs() {
        assertThat(PlantedBug.ALL).hasSize(16).extracting(PlantedBug::name).containsAll(RARE);
        return PlantedBug.ALL.stream()
                .filter(bug -> Boolean.getBoolean("amdahl.crash.all") || !RARE.contains(bug.name()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void eachIsCaughtWithinAThousandSeeds(PlantedBug bug) {
        String failure = PlantedBugs.firstFailure(bug, FIRST, SEEDS);
        System.out.println(bug + ": " + failure);
        assertThat(failure).as(bug.name()).startsWith("seed=");
    }
}
