package dev.amdahl.examples.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.experiment.Decision;
import dev.amdahl.spi.experiment.Vote;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class AbResultTest {
    private static final OptionalDouble NONE = OptionalDouble.empty();

    private static Vote vote(String refuter, Vote.Ballot ballot, boolean isVeto) {
        return new Vote(refuter, ballot, isVeto, "other output", NONE, NONE, List.of());
    }

    private static String text(int pairs, Vote... votes) {
        return new AbResult(
                        Decision.REFUTED,
                        pairs,
                        OptionalDouble.of(.7),
                        NONE,
                        NONE,
                        1,
                        1,
                        List.of(votes),
                        List.of("why"))
                .text();
    }

    @Test
    void aVetoIsSaidByItsNameAndNotCountedAmongThePanel() {
        Vote veto = vote("output", Vote.Ballot.REFUTES, true);
        assertThat(text(2, veto)).contains("votes     veto by output\n");
        assertThat(text(2, vote("refuter-1", Vote.Ballot.UPHOLDS, false), veto))
                .contains("votes     1 of 1 refuter uphold, veto by output\n");
    }

    @Test
    void withoutAPairThereAreNoFigures() {
        assertThat(text(0)).isEqualTo("REFUTED\npairs     0\nreason    why\n");
        assertThat(text(2)).contains("time      -30.0 %  no interval: too few pairs\n", "evidence  1.000 (p 1.00)\n");
    }
}
