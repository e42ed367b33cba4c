package dev.amdahl.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.ledger.store.MemoryStore;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.Entry.Decided;
import dev.amdahl.core.ledger.entry.Entry.Voted;
import dev.amdahl.core.ledger.view.TrackRecord;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.experiment.Vote.Ballot;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TrackRecordTest {
    private final Ledger ledger = Ledger.open(MemoryStore.exclusive("records"), Clock.systemUTC());
    private final Lease lease = ledger.acquire("test", Duration.ofHours(1));
    private int claims;

    @AfterEach
    void close() {
        lease.close();
        ledger.close();
    }

    private static Vote vote(String refuter, Ballot ballot) {
        return new Vote(refuter, ballot, false, "why", OptionalDouble.empty(), OptionalDouble.empty(), List.of());
    }

    /** A claim of an upholding and another refuter, and how it ends. */
    private String claim(Ballot sceptic, Ballot other, HypothesisState end) {
        String id = "claim-" + ++claims;
        List<Entry> entries = new ArrayList<>();
        if (claims == 1) {
            entries.addAll(Entries.family());
            entries.add(new Entry.ReviewerAdmitted("ada", "key"));
        }
        List<Entry> story = new ArrayList<>(Entries.underTest(id));
        story.addAll(Entries.intoReview(id));
        for (Entry entry : story) {
            boolean isEnd = end == HypothesisState.REFUTED
                    && entry instanceof Entry.Moved moved
                    && moved.to() == HypothesisState.SURVIVED;
            if (isEnd) {
                break;
            }
            entries.add(
                    entry instanceof Voted
                            ? new Voted(id, List.of(vote("builtin", other), vote("sceptic", sceptic)))
                            : entry);
        }
        if (end == HypothesisState.PROMOTED || end == HypothesisState.DECAYED) {
            entries.add(new Entry.Answered(Entries.review(id, true), true));
            entries.add(new Decided(Entries.verdict(Entries.hypothesis(id), HypothesisState.PROMOTED)));
        }
        if (end != HypothesisState.PROMOTED && end != HypothesisState.IN_REVIEW) {
            entries.add(new Decided(Entries.verdict(Entries.hypothesis(id), end)));
        }
        lease.commit(entries);
        return id;
    }

    private TrackRecord sceptic() {
        return lease.view().totals().refuter("sceptic");
    }

    @Test
    void whatSurvivedAndHoldsWasRightAndWhatDecayedOrOthersRefutedWasWrong() {
        claim(Ballot.REFUTES, Ballot.UPHOLDS, HypothesisState.PROMOTED);
        claim(Ballot.REFUTES, Ballot.UPHOLDS, HypothesisState.DECAYED);
        claim(Ballot.REFUTES, Ballot.REFUTES, HypothesisState.REFUTED);
        claim(Ballot.ABSTAINS, Ballot.UPHOLDS, HypothesisState.PROMOTED);
        claim(Ballot.ABSTAINS, Ballot.REFUTES, HypothesisState.REFUTED);

        assertThat(sceptic()).isEqualTo(new TrackRecord(2, 3, 1, 2));
        assertThat(lease.view().totals().refuter("builtin")).isEqualTo(new TrackRecord(1, 1, 2, 3));
        assertThat(ledger.verify().problems()).isEmpty();
    }

    @Test
    void aRefutationThatStandsAloneAndAClaimThatIsOpenDoNotCount() {
        claim(Ballot.REFUTES, Ballot.UPHOLDS, HypothesisState.REFUTED);
        claim(Ballot.REFUTES, Ballot.UPHOLDS, HypothesisState.IN_REVIEW);

        assertThat(sceptic()).isEqualTo(TrackRecord.NONE);
    }

    @Test
    void whoRefutedMoreRightClaimsThanWrongOnesHasNoVote() {
        for (int i = 0; i < 3; i++) {
            claim(Ballot.REFUTES, Ballot.UPHOLDS, HypothesisState.PROMOTED);
            assertThat(sceptic().isMuted()).isFalse();
        }
        claim(Ballot.REFUTES, Ballot.UPHOLDS, HypothesisState.PROMOTED);
        assertThat(sceptic().isMuted()).isTrue();

        assertThat(new TrackRecord(2, 4, 0, 0).isMuted()).isFalse();
        assertThat(new TrackRecord(0, 0, 0, 9).isMuted()).isFalse();
    }
}
