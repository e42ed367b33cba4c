package dev.amdahl.core.testing.invariants;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.EventLog.Recorded;
import dev.amdahl.core.ledger.Verification;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Each invariant fires on what breaks it, and none on what does not. */
final class InvariantsTest {
    private static final Hypothesis WORKERS = Tale.hypothesis("h1", "workers", "WORKERS", "4");

    private final Tale tale = new Tale().seen().tested(WORKERS);

    private static List<String> fired(Observed observed) {
        return Invariants.check(observed).stream()
                .map(violation -> violation.invariant() + " " + violation.subject())
                .distinct()
                .toList();
    }

    private List<String> fired() {
        return fired(Observed.of(tale.events()));
    }

    @Test
    void whatIsInOrderBreaksNothing() {
        List<Recorded> events = Tale.sound().events();
        List<Acknowledged> commits = List.of(
                new Acknowledged(1, 3, events.get(2).event().hash()),
                new Acknowledged(2, 10, events.get(9).event().hash()));
        assertThat(fired(Observed.of(events)
                        .submissions(() -> Map.of("k1", 1, "k2", 1))
                        .earlier(events.subList(0, 5))
                        .acknowledged(commits)
                        .budget(Budget.acceleratorHours(140 / 3600.0))
                        .verification(new Verification(true, 1, "", OptionalLong.empty(), List.of()))
                        .undisturbed("I16", Map.of(WORKERS.fingerprint(), HypothesisState.PROMOTED))
                        .recoveredAgain(events)
                        .paidCalls(Map.of("prompt", 1))
                        .quiescent()))
                .isEmpty();
        assertThat(events).hasSizeGreaterThan(14);
    }

    @Test
    void i1ARunStartedTwiceOrWithoutIntentOrUnderTwoKeys() {
        tale.submitted(Tale.plan("k1", "h1", 1, 1));
        assertThat(fired(Observed.of(tale.events()).submissions(() -> Map.of("k1", 2, "k9", 1))))
                .containsExactlyInAnyOrder("I1 k1", "I1 k9");
        tale.submitted(Tale.plan("k2", "h1", 1, 1));
        assertThat(fired()).containsExactly("I1 k2");
    }

    @Test
    void i2TheSameChangeLiveTwice() {
        tale.tested(Tale.hypothesis("h2", "workers", "WORKERS", "4"));
        assertThat(fired()).containsExactly("I2 h2");
    }

    @Test
    void i3ARefutedChangeUnderAnotherName() {
        tale.decided(WORKERS, HypothesisState.REFUTED)
                .tested(Tale.hypothesis("h2", "threads", "WORKERS", "4"))
                .tested(Tale.hypothesis("h3", "workers", "WORKERS", "8"));
        assertThat(fired()).containsExactly("I3 h2");
    }

    @Test
    void i3ARunForWhatHasEnded() {
        tale.decided(WORKERS, HypothesisState.NO_EFFECT).submitted(Tale.plan("k1", "h1", 1, 1));
        assertThat(fired()).containsExactly("I3 k1");
    }

    @Test
    void i4ARunThatEndsTwiceOrNever() {
        tale.submitted(Tale.plan("k1", "h1", 1, 1)).collected("k1", 2).ended("k1", RunState.LOST);
        assertThat(fired()).containsExactly("I4 k1");
        tale.submitted(Tale.plan("k2", "h1", 2, 1));
        assertThat(fired(Observed.of(tale.events()).quiescent())).contains("I4 k2", "I4 h1");
    }

    @Test
    void i4TwoVerdicts() {
        tale.decided(WORKERS, HypothesisState.NO_EFFECT).decided(WORKERS, HypothesisState.REFUTED);
        assertThat(fired()).containsExactly("I4 h1");
    }

    @Test
    void i5APastThatChanges() {
        List<Recorded> before = Tale.sound().events();
        assertThat(fired(Observed.of(tale.events()).earlier(before))).containsExactly("I5 k1");
    }

    @Test
    void i6AGapOrAForkInTheChain() {
        List<Recorded> events = new ArrayList<>(Tale.sound().events());
        events.remove(3);
        assertThat(fired(Observed.of(events))).contains("I6 k1");
    }

    @Test
    void i7ABudgetThatIsExceededOrABookingMadeTwice() {
        tale.submitted(Tale.plan("k1", "h1", 1, 1)).submitted(Tale.plan("k2", "h1", 2, 1));
        assertThat(fired(Observed.of(tale.events()).budget(Budget.acceleratorHours(150 / 3600.0))))
                .containsExactly("I7 k2");
        tale.collected("k1", 2).booked("k1", 40);
        assertThat(fired()).containsExactly("I7 k1");
    }

    @Test
    void i8AWriterThatHadLostItsLease() {
        List<Recorded> events = tale.events();
        assertThat(fired(Observed.of(events)
                        .acknowledged(List.of(
                                new Acknowledged(2, 1, events.get(0).event().hash()),
                                new Acknowledged(1, 2, events.get(1).event().hash())))))
                .containsExactly("I8 commit");
    }

    @Test
    void i9APromotionThatNobodyApprovedOrOfOtherEvidence() {
        tale.survived(WORKERS);
        String head = tale.head();
        tale.then(new Entry.ReviewAsked("h1", head));
        Tale other = new Tale().seen().tested(WORKERS).survived(WORKERS).then(new Entry.ReviewAsked("h1", head));
        tale.decided(WORKERS, HypothesisState.PROMOTED);
        assertThat(fired()).containsExactly("I9 h1");
        other.answered(WORKERS, true, "ab".repeat(32)).decided(WORKERS, HypothesisState.PROMOTED);
        assertThat(fired(Observed.of(other.events()))).containsExactly("I9 h1");
    }

    @Test
    void i9APromotionOfEvidenceThatIsNotThere() {
        tale.survived(WORKERS)
                .then(new Entry.ReviewAsked("h1", "ab".repeat(32)))
                .answered(WORKERS, true, "ab".repeat(32))
                .decided(WORKERS, HypothesisState.PROMOTED);
        assertThat(fired()).containsExactly("I9 h1");
    }

    @Test
    void i10AStateThatDoesNotFollow() {
        assertThat(fired(Observed.of(tale.events())
                        .verification(new Verification(false, 2, "", OptionalLong.of(2), List.of("a row differs")))))
                .containsExactly("I10 ledger");
    }

    @Test
    void i11AnAcknowledgedCommitThatIsGone() {
        assertThat(fired(Observed.of(tale.events()).acknowledged(List.of(new Acknowledged(1, 99, "ab".repeat(32))))))
                .containsExactly("I11 commit");
    }

    @Test
    void i12AFailureThatNobodySaw() {
        tale.then(new Entry.RunIntended(Tale.plan("k1", "h1", 1, 1))).ended("k1", RunState.INFRA_FAILED);
        assertThat(fired()).containsExactly("I12 k1");
    }

    @Test
    void i12ASecondAttemptBeforeTheFirstHasFailed() {
        tale.submitted(Tale.plan("k1", "h1", 1, 1)).submitted(Tale.plan("k2", "h1", 1, 2));
        assertThat(fired()).containsExactly("I12 k2");
    }

    @Test
    void i12ARunThatIsCalledOffWhileItRuns() {
        tale.then(new Entry.RunIntended(Tale.plan("k1", "h1", 1, 1))).ended("k1", RunState.CANCELLED);
        assertThat(fired(Observed.of(tale.events()).submissions(() -> Map.of("k1", 1))))
                .containsExactly("I12 k1");
        assertThat(fired(Observed.of(tale.events()).submissions(Map::of))).isEmpty();
    }

    @Test
    void i13SomethingLeftOver() {
        assertThat(fired(Observed.of(tale.events()).leftovers(List.of("process 4711: sh trial.sh"))))
                .containsExactly("I13 machine");
    }

    @Test
    void i14APromptPaidForTwice() {
        assertThat(fired(Observed.of(tale.events()).paidCalls(Map.of("prompt", 2))))
                .containsExactly("I14 prompt");
    }

    @Test
    void i15AndI16AnotherEndThanUndisturbed() {
        tale.decided(WORKERS, HypothesisState.NO_EFFECT);
        String change = WORKERS.fingerprint().hex();
        assertThat(fired(Observed.of(tale.events())
                        .undisturbed("I15", Map.of(WORKERS.fingerprint(), HypothesisState.REGRESSION))
                        .undisturbed("I16", Map.of())))
                .containsExactlyInAnyOrder("I15 " + change, "I16 " + change);
    }

    @Test
    void i17ALateResultThatReopensWhatIsClosed() {
        tale.decided(WORKERS, HypothesisState.NO_EFFECT).survived(WORKERS);
        assertThat(fired()).contains("I17 h1");
    }

    @Test
    void i18ASecondRecoveryThatWritesOnceMore() {
        List<Recorded> once = tale.events();
        tale.booked("k1", 1);
        assertThat(fired(Observed.of(once).recoveredAgain(tale.events()))).containsExactly("I18 ledger");
    }

    @Test
    void p17HalfAPairThatIsCompared() {
        tale.submitted(Tale.plan("k1", "h1", 1, 1)).collected("k1", 1);
        assertThat(fired()).containsExactly("P17 k1");
    }

    @Test
    void v6AVoterWhoVotesTwiceOrAMinorityThatWins() {
        tale.then(
                new Entry.Moved("h1", HypothesisState.CONFIRMING, "passed"),
                new Entry.Voted(
                        "h1",
                        List.of(
                                Tale.vote("one", Vote.Ballot.UPHOLDS),
                                Tale.vote("one", Vote.Ballot.UPHOLDS),
                                Tale.vote("two", Vote.Ballot.REFUTES))));
        assertThat(fired()).containsExactly("V6 h1");
        Tale minority = new Tale()
                .seen()
                .tested(WORKERS)
                .then(new Entry.Voted("h1", List.of(Tale.vote("one", Vote.Ballot.REFUTES))))
                .then(new Entry.Moved("h1", HypothesisState.SURVIVED, "upheld"));
        assertThat(fired(Observed.of(minority.events()))).containsExactly("V6 h1");
    }
}
