package dev.amdahl.core.ledger.view;

import dev.amdahl.core.ledger.budget.Balance;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.EvidenceRole;
import dev.amdahl.core.ledger.entry.ModelCall;
import dev.amdahl.core.ledger.recipe.RecipeStanding;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The state that follows from the entries of a ledger up to its head. Implementations are immutable snapshots; thread-safe.
 *
 * <p>What grows with the ledger ({@link #dossiers}, {@link #runs}, {@link #costs}) is for reports. A cycle asks for what is live, for
 * bounded windows and for totals, so that it takes no longer on an old ledger than on a new one.
 */
public interface LedgerView {
    /** Most runs that {@link #recentRuns} gives: more than the 257 results that tell a family's present regime. */
    int RECENT_RUNS = 320;

    /** Most runs that {@link #measurements} gives: more than the 120 A/A trials that its calibration looks at. */
    int RECENT_MEASUREMENTS = 256;

    /** Most hypotheses that {@link #recent} gives: what an advisor is told of the past. */
    int RECENT_HYPOTHESES = 100;

    /** Number of events. */
    long events();

    /** Hash of the last event; of the empty ledger, 64 zeros. */
    String head();

    /** Families by name. */
    List<Family> families();

    /** Returns one family. */
    Optional<Family> family(String name);

    /** Returns all hypotheses, in order of proposal. */
    List<Dossier> dossiers();

    /** Returns one hypothesis. */
    Optional<Dossier> dossier(String id);

    /** Returns all hypotheses with this identity, newest last. */
    List<Dossier> byFingerprint(Fingerprint fingerprint);

    /** Returns all submissions, in order of intent. */
    List<Run> runs();

    /** Returns one submission. */
    Optional<Run> run(String key);

    /** Returns the submissions of an experiment, in order of intent. */
    List<Run> runsOf(String hypothesis);

    /** Returns the files in the evidence store that a submission left behind, in order. */
    List<Entry.EvidenceKept> keptOf(String key);

    /** Returns whether the result of a submission came after it had been given up: it is kept, and nothing counts it. */
    default boolean isLate(Run run) {
        return run.result().isEmpty()
                && keptOf(run.plan().key()).stream()
                        .anyMatch(kept -> kept.role().equals(EvidenceRole.LATE_RESULT));
    }

    /** Returns whether any submission left behind a file in the evidence store with this digest. */
    boolean isKept(String digest);

    /** Returns one call of a model. */
    default Optional<ModelCall> call(String id) {
        return calls().stream().filter(call -> call.id().equals(id)).findFirst();
    }

    /** Returns all calls of models, in order, and the newest refusal of each role about each subject. */
    default List<ModelCall> calls() {
        return List.of();
    }

    /** Returns the calls with one question, in order. */
    default List<ModelCall> callsOf(String question) {
        return calls().stream().filter(call -> call.question().equals(question)).toList();
    }

    /** Returns the calls about one hypothesis or family, in order. */
    default List<ModelCall> callsAbout(String about) {
        return calls().stream().filter(call -> call.about().equals(about)).toList();
    }

    /** Returns all bookings, in order. */
    List<Cost> costs();

    /** Returns where the budget stands. */
    Balance balance();

    /** Returns what is set aside and not settled yet: by key of a run, {@code call:ID} or {@code review:ID}. */
    Map<String, Balance.Reservation> reservations();

    /** Hypotheses that have not ended, and those that are promoted; in order of proposal. */
    default List<Dossier> live() {
        return dossiers().stream().filter(LedgerView::isLive).toList();
    }

    /** Returns the newest hypotheses of a family, ended ones too, in order of proposal; at most {@link #RECENT_HYPOTHESES}. */
    default List<Dossier> recent(String family) {
        return recent(family, RECENT_HYPOTHESES);
    }

    /** Overload of {@code recent}: at most so many. */
    default List<Dossier> recent(String family, int most) {
        List<Dossier> all = dossiers().stream()
                .filter(dossier -> dossier.hypothesis().family().equals(family))
                .toList();
        return newest(all, most);
    }

    /** Returns the hypotheses of a family that name this as the source of their provenance, in order of proposal. */
    default List<Dossier> bySource(String family, String source) {
        return dossiers().stream()
                .filter(dossier -> dossier.hypothesis().family().equals(family)
                        && dossier.hypothesis().provenance().source().equals(source))
                .toList();
    }

    /** Returns where all hypotheses with this identity stand, newest last: the quick form of {@link #byFingerprint}. */
    default List<Standing> standings(Fingerprint fingerprint) {
        return byFingerprint(fingerprint).stream()
                .map(dossier -> new Standing(dossier.id(), dossier.state()))
                .toList();
    }

    /** Returns the submissions that the scheduler may still hold, in order of intent. */
    default List<Run> inFlight() {
        return runs().stream().filter(run -> run.state().isInFlight()).toList();
    }

    /** Returns those of them that wait for long in the scheduler's queue. */
    default List<Run> queued() {
        return inFlight().stream().filter(run -> run.waiting().isPresent()).toList();
    }

    /** Returns the newest submissions of a family, whatever for, in order of intent; at most {@link #RECENT_RUNS}. */
    default List<Run> recentRuns(String family) {
        List<Run> all = runs().stream()
                .filter(run -> run.plan().family().equals(family))
                .toList();
        return newest(all, RECENT_RUNS);
    }

    /** The newest noise and evidence runs of a family, in order of intent; at most {@link #RECENT_MEASUREMENTS}. */
    default List<Run> measurements(String family) {
        List<Run> all = runs().stream()
                .filter(run -> run.plan().family().equals(family)
                        && !run.plan().purpose().isOfExperiment())
                .toList();
        return newest(all, RECENT_MEASUREMENTS);
    }

    /** Returns every test so far, in order of design. */
    default List<TestRecord> tests() {
        return dossiers().stream()
                .flatMap(dossier -> TestRecord.of(dossier).stream())
                .sorted(Comparator.comparingLong(TestRecord::designedAtEvent))
                .toList();
    }

    /** Running totals. */
    default Totals totals() {
        Totals totals = Totals.NONE;
        for (Dossier dossier : dossiers()) {
            totals = totals.with(Optional.empty(), dossier);
        }
        for (Cost cost : costs()) {
            totals = totals.plus(cost);
        }
        return totals;
    }

    /** Ideas that the dream phase found and that have not become hypotheses, by order. */
    List<Entry.IdeaFound> ideas();

    /** Returns what promoted wins teach, by id; inert but for those that a person has approved. */
    default List<RecipeStanding> recipes() {
        return List.of();
    }

    /** Public keys that reviewers were admitted with, by name; base64 of their X.509 form. */
    Map<String, String> reviewerKeys();

    /** Returns whether a cycle has still to do with a hypothesis. */
    static boolean isLive(Dossier dossier) {
        return isLive(dossier.state());
    }

    /** Returns whether a cycle has still to do with hypotheses in a state. */
    static boolean isLive(HypothesisState state) {
        return !state.isTerminal() || state == HypothesisState.PROMOTED;
    }

    private static <T> List<T> newest(List<T> all, int most) {
        return all.subList(Math.max(0, all.size() - most), all.size());
    }
}
