package dev.amdahl.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.HostHealth;
import dev.amdahl.core.ledger.entry.IllegalMoveException;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class IllegalMovesTest {
    private Ledger ledger;
    private Lease lease;

    @BeforeEach
    void open() {
        ledger = Ledger.open("jdbc:h2:mem:moves", new SettableClock(Entries.START));
        lease = ledger.acquire("cycle", Duration.ofMinutes(1));
        lease.commit(Entries.family());
        lease.commit(Entries.underTest("h1"));
    }

    @AfterEach
    void nothingButLegalEntriesIsThere() {
        assertThat(ledger.verify().problems()).isEmpty();
        ledger.close();
    }

    private void refused(String why, Entry... entries) {
        LedgerView before = ledger.view();
        assertThatThrownBy(() -> lease.commit(entries))
                .isInstanceOf(IllegalMoveException.class)
                .hasMessageContaining(why);
        assertThat(ledger.view()).isSameAs(before);
        assertThat(ledger.verify().events()).isEqualTo(before.events());
    }

    private static Entry decided(HypothesisState state) {
        return new Entry.Decided(Entries.verdict(Entries.hypothesis("h1"), state));
    }

    @Test
    void aBurnInSaysWhereAndWhyTheHostIsUnfit() {
        Entry.HostExamined failed = Entries.examined("node-7", HostHealth.Grade.FAIL, "it hangs");
        refused("is about node-7/0", new Entry.HostExamined("node-8/0", failed.health()));
        refused("does not say why", Entries.examined("node-7", HostHealth.Grade.WARN));
        lease.commit(failed);
        assertThat(ledger.view().totals().unfit()).containsEntry("node-7/0", "it hangs");
        lease.commit(Entries.examined("node-7", HostHealth.Grade.OK));
        assertThat(ledger.view().totals().unfitHosts()).isEmpty();
        refused("is about east", new Entry.ClusterJudged("west", Entries.sentBack()));
        lease.commit(new Entry.ClusterJudged("east", Entries.sentBack()));
        assertThat(ledger.view().totals().clusters()).containsEntry("east", Entries.sentBack());
    }

    private static Entry steered(Optional<String> note, OptionalInt priority, String by) {
        return new Entry.Steered("h1", note, priority, by);
    }

    @Test
    void aPersonsWordHasANameASenseAndABound() {
        OptionalInt none = OptionalInt.empty();
        int most = Dossier.Steering.MAX_CHARACTERS;
        refused("nobody says it", steered(Optional.of("soon"), none, " "));
        refused("says nothing", steered(Optional.empty(), none, "ada"));
        refused("the note is empty", steered(Optional.of(" "), none, "ada"));
        refused("has " + (most + 1) + " characters", steered(Optional.of("x".repeat(most + 1)), none, "ada"));
        refused("out of range", steered(Optional.empty(), OptionalInt.of(Integer.MIN_VALUE), "ada"));
        refused("not in the ledger", new Entry.Steered("h9", Optional.of("soon"), none, "ada"));
        lease.commit(steered(Optional.of("x".repeat(most)), none, "ada"), decided(HypothesisState.CANCELLED));
        refused("has ended in CANCELLED", steered(Optional.of("why?"), none, "ada"));
    }

    @Test
    void theNewestNotesAreAtHandAndPrioritiesReplaceEachOther() {
        int most = Dossier.Steering.MAX_NOTES;
        for (int i = 1; i <= most + 5; i++) {
            lease.commit(steered(Optional.of("note " + i), OptionalInt.of(i), "ada"));
        }
        Dossier.Steering steering = ledger.view().dossier("h1").orElseThrow().steering();
        assertThat(steering.priority()).isEqualTo(most + 5);
        assertThat(steering.notes())
                .hasSize(most)
                .extracting(Dossier.Note::text)
                .startsWith("note 6");
    }

    @Test
    void nothingIsPromotedWithoutComparisonAndVotes() {
        refused("no comparison", decided(HypothesisState.PROMOTED));
        refused("no vote", new Entry.Compared("h1", Entries.comparison()), decided(HypothesisState.PROMOTED));
        refused(
                "no comparison",
                new Entry.Moved("h1", HypothesisState.CONFIRMING, "passed"),
                new Entry.Moved("h1", HypothesisState.SURVIVED, "skipped the panel"));
    }

    @Test
    void nothingIsPromotedWithoutAPersonsYes() {
        lease.commit(Entries.intoReview("h1"));
        refused("nobody has approved", decided(HypothesisState.PROMOTED));
        refused(
                "nobody has approved",
                new Entry.Answered(Entries.review("h1", false), true),
                decided(HypothesisState.PROMOTED));
        refused("nobody has answered", decided(HypothesisState.DECLINED));
    }

    @Test
    void anApprovalOfOtherEvidenceIsRefused() {
        lease.commit(Entries.intoReview("h1"));
        Review review = Entries.review("h1", true);
        refused(
                "other evidence",
                new Entry.Answered(
                        new Review("h1", true, review.by(), review.reason(), review.at(), "00".repeat(32)), true));
    }

    @Test
    void anApprovalDoesNotOutliveANewQuestion() {
        lease.commit(Entries.intoReview("h1"));
        lease.commit(
                new Entry.Answered(Entries.review("h1", true), true),
                new Entry.Moved("h1", HypothesisState.CONFIRMING, "a sibling was promoted"),
                new Entry.Moved("h1", HypothesisState.SURVIVED, "again"),
                new Entry.ReviewAsked("h1", "cd".repeat(32)));
        refused("nobody has approved", decided(HypothesisState.PROMOTED));
    }

    @Test
    void aDeclinedOneIsRecordedToo() {
        lease.commit(Entries.intoReview("h1"));
        LedgerView view =
                lease.commit(new Entry.Answered(Entries.review("h1", false), false), decided(HypothesisState.DECLINED));
        assertThat(view.dossier("h1").orElseThrow().state()).isEqualTo(HypothesisState.DECLINED);
        assertThat(view.dossier("h1").orElseThrow().review()).contains(Entries.review("h1", false));
    }

    @Test
    void aVerdictNamesItsEvidence() {
        refused(
                "names its evidence",
                new Entry.Decided(new Verdict(
                        Entries.hypothesis("h1"), List.of(), "nothing", HypothesisState.NO_EFFECT, "futile")));
    }

    @Test
    void aVerdictIsOnTheHypothesisThatIsThere() {
        Entry other = new Entry.Decided(new Verdict(
                Entries.hypothesis("h1", Entries.hypothesis("h1").change(), List.of("other")),
                List.of("k1"),
                "ratio 1",
                HypothesisState.NO_EFFECT,
                "futile"));
        refused("another hypothesis", other);
        refused(
                "not in the ledger",
                new Entry.Decided(Entries.verdict(Entries.hypothesis("h9"), HypothesisState.STALE)));
    }

    @ParameterizedTest
    @EnumSource
    void everyEndNeedsAVerdict(HypothesisState state) {
        if (state.isTerminal()) {
            refused("needs a verdict", new Entry.Moved("h1", state, "just so"));
        } else {
            refused("", decided(state));
        }
    }

    @ParameterizedTest
    @EnumSource
    void onlyTheArrowsOfTheStatesCanBeTaken(HypothesisState to) {
        Set<HypothesisState> ofTheirOwn =
                EnumSet.of(HypothesisState.IN_REVIEW, HypothesisState.SURVIVED, HypothesisState.NEEDS_RERUN);
        boolean isPlain = !to.isTerminal() && !ofTheirOwn.contains(to);
        if (isPlain && !HypothesisState.TESTING.canBecome(to)) {
            refused("cannot go from TESTING", new Entry.Moved("h1", to, "just so"));
        } else if (isPlain) {
            LedgerView view = lease.commit(new Entry.Moved("h1", to, "as designed"));
            assertThat(view.dossier("h1").orElseThrow().state()).isEqualTo(to);
        }
    }

    @Test
    void refutedHypothesisIsNeverProposedAgain() {
        Entry again =
                new Entry.Proposed(renamed("h2", "a better title"), Entries.screening(), Optional.of("new incumbent"));
        refused("h1, TESTING", again);
        lease.commit(decided(HypothesisState.REFUTED));
        refused("h1, REFUTED", again);
    }

    @Test
    void anEndedOneIsProposedAgainOnlyWithAReason() {
        lease.commit(decided(HypothesisState.NO_EFFECT));
        refused("NO_EFFECT", new Entry.Proposed(renamed("h2", "again"), Entries.screening(), Optional.empty()));
        LedgerView view = lease.commit(
                new Entry.Proposed(renamed("h2", "again"), Entries.screening(), Optional.of("new incumbent")));
        assertThat(view.byFingerprint(Entries.hypothesis("h1").fingerprint()))
                .extracting(Dossier::id)
                .containsExactly("h1", "h2");
    }

    @Test
    void aHypothesisWithoutEvidenceNeedsSome() {
        LedgerView view = lease.commit(new Entry.Proposed(
                Entries.hypothesis("h3", Entries.hypothesis("h3").change(), List.of()),
                Entries.screening(),
                Optional.empty()));
        assertThat(view.dossier("h3").orElseThrow().state()).isEqualTo(HypothesisState.NEEDS_EVIDENCE);
    }

    @Test
    void aRunIsCollectedOnce() {
        LedgerView once = lease.commit(new Entry.RunCollected("h1-k1", Entries.result()));
        refused("not submitted", new Entry.RunCollected("h1-k1", Entries.result()));
        refused("not in flight", new Entry.RunEnded("h1-k1", RunState.LOST, "late"));
        assertThat(once.runs()).hasSize(1);
    }

    @Test
    void whatIsMissedIsSeenAgainBeforeItIsMissedOnceMore() {
        refused("not missed", new Entry.RunSeen("h1-k1"));
        lease.commit(new Entry.RunMissed("h1-k1"));
        refused("missed already", new Entry.RunMissed("h1-k1"));
        lease.commit(new Entry.RunSeen("h1-k1"));
        lease.commit(new Entry.RunMissed("h1-k1"));
        lease.commit(new Entry.RunCollected("h1-k1", Entries.result()));
        refused("not intended", new Entry.RunMissed("h1-k1"));
    }

    @Test
    void aKeyIsIntendedOnce() {
        refused("in the ledger already", new Entry.RunIntended(Entries.runPlan("h1-k1", "h1")));
        refused("not intended", new Entry.RunSubmitted("h1-k1", new WorkerRunId("pid 2")));
        refused("never intended", new Entry.RunSubmitted("h1-k9", new WorkerRunId("pid 2")));
    }

    @Test
    void aFailedMeasurementIsNoCost() {
        refused("finite", new Entry.Spent("h1-k1", Cost.Kind.BUILD_SECONDS, Double.NaN));
        refused("finite", new Entry.Spent("h1-k1", Cost.Kind.BUILD_SECONDS, -1));
    }

    @Test
    void oneBadEntryKeepsTheWholeCommitOut() {
        refused("not in the ledger", new Entry.CycleEnded("fine"), new Entry.Screened("h9", Entries.screening()));
    }

    @Test
    void aReviewersKeyIsNeverExchanged() {
        lease.commit(new Entry.ReviewerAdmitted("ada", "one"));
        refused("has a key already", new Entry.ReviewerAdmitted("ada", "two"));
    }

    @Test
    void onlyASurvivorIsHeldAndNeverWithoutAReason() {
        refused("waits for no promotion", new Entry.Held("h1", "promotions are frozen"));
        lease.commit(Entries.intoReview("h1"));
        refused("does not say why", new Entry.Held("h1", " "));
    }

    private static Hypothesis renamed(String id, String title) {
        var same = Entries.hypothesis("h1");
        return new Hypothesis(
                id,
                same.family(),
                same.addresses(),
                same.axis(),
                title,
                same.change(),
                same.expectedFraction(),
                same.provenance(),
                same.evidence(),
                same.fingerprint());
    }
}
