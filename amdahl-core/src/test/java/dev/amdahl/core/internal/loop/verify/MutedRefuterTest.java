package dev.amdahl.core.internal.loop.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.view.PlantedWins;
import dev.amdahl.core.ledger.view.Totals;
import dev.amdahl.core.ledger.view.TrackRecord;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Refuter;
import dev.amdahl.spi.experiment.Vote;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.pcollections.TreePMap;

class MutedRefuterTest {
    private static final Totals BAD = new Totals(
            Map.of(),
            TreePMap.empty(),
            Map.of(),
            Map.of(),
            0,
            Map.of(),
            Map.of("sceptic", new TrackRecord(1, 4, 9, 9)),
            Optional.empty(),
            Map.of(),
            Map.of(),
            PlantedWins.NONE);

    private record Named(boolean isAdvisory) implements Refuter {
        @Override
        public String name() {
            return "sceptic";
        }

        @Override
        public Vote examine(Evidence evidence) {
            throw new AssertionError("it was asked");
        }
    }

    @Test
    void anAdviserWithABadRecordIsNotAskedAndTheRecordSaysWhy() {
        Refuter muted = Refute.MutedRefuter.wrapIfMuted(new Named(true), BAD);
        Vote vote = muted.examine(Evidence.of(List.of(), 1));

        assertThat(vote.ballot()).isEqualTo(Vote.Ballot.ABSTAINS);
        assertThat(vote.refuter()).isEqualTo("sceptic");
        assertThat(vote.reason()).isEqualTo("not asked: 1 of its 4 refutations were right");
        assertThat(muted.isAdvisory()).isTrue();
    }

    @Test
    void othersKeepTheirVote() {
        Refuter refuter = new Named(false);
        Refuter unknown = new Named(true);

        assertThat(Refute.MutedRefuter.wrapIfMuted(refuter, BAD)).isSameAs(refuter);
        assertThat(Refute.MutedRefuter.wrapIfMuted(unknown, Totals.NONE)).isSameAs(unknown);
    }
}
