package dev.amdahl.examples.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LineProgressTest {
    private static final List<String> NAMES = List.of("nightly: log: info -> debug", "nightly: step");
    private static final List<String> SAID = List.of("testing 9/60 pairs <3 min", "confirming 2 pairs");

    @Test
    void namesStandBesideWhatRuns() {
        assertThat(LineProgress.rows(NAMES, SAID, 79))
                .containsExactly(
                        "nightly: log: info -> debug testing 9/60 pairs <3 min",
                        "nightly: step               confirming 2 pairs");
    }

    @Test
    void whereThereIsNoRoomTheyStandAboveAndNothingIsCut() {
        assertThat(LineProgress.rows(NAMES, SAID, 40))
                .containsExactly(
                        "nightly: log: info -> debug",
                        "  testing 9/60 pairs <3 min",
                        "nightly: step",
                        "  confirming 2 pairs");
    }
}
