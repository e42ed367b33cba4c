package dev.amdahl.spi.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Refuter;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.experiment.Vote.Ballot;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of {@link Refuter} as a test suite. Extend it and supply an instance. */
public abstract class RefuterContract {

    /** Returns a refuter to examine, the same or a new one at each call. */
    protected abstract Refuter refuter();

    /** Returns a claim that it can judge, with at least one usable pair. */
    protected abstract Evidence evidence();

    @Test
    protected void votesInItsOwnNameAndSaysWhy() {
        Vote vote = refuter().examine(evidence());

        assertThat(vote.refuter()).isNotBlank().isEqualTo(refuter().name());
        assertThat(vote.reason()).isNotBlank().doesNotContain("\n");
    }

    @Test
    protected void votesTheSameOnTheSameEvidence() {
        assertThat(refuter().examine(evidence())).isEqualTo(refuter().examine(evidence()));
    }

    @Test
    protected void votesTheSameFromManyThreads() {
        Refuter refuter = refuter();
        Evidence evidence = evidence();
        List<Vote> votes = IntStream.range(0, 8)
                .parallel()
                .mapToObj(call -> refuter.examine(evidence))
                .toList();

        assertThat(votes).hasSize(8).containsOnly(refuter.examine(evidence));
    }

    @Test
    protected void doesNotUpholdWithoutTrials() {
        assertThat(refuter().examine(evidence().trials(List.of())).ballot()).isNotEqualTo(Ballot.UPHOLDS);
    }

    @Test
    protected void onlyAVoteAgainstCanBeAVeto() {
        Vote vote = refuter().examine(evidence());

        assertThat(vote.isVeto() && vote.ballot() != Ballot.REFUTES).isFalse();
    }
}
