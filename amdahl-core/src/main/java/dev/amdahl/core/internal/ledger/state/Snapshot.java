package dev.amdahl.core.internal.ledger.state;

import dev.amdahl.core.ledger.budget.Balance;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.ModelCall;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.recipe.RecipeStanding;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.ledger.view.Standing;
import dev.amdahl.core.ledger.view.TestRecord;
import dev.amdahl.core.ledger.view.Totals;
import dev.amdahl.spi.hypothesis.Fingerprint;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * A view that holds what is live in persistent collections, so that the next one shares all but what changed, and asks an archive for
 * the rest. Immutable: of what is over, an archive in a database shows the newest state, which hardly ever changes.
 */
public record Snapshot(
        long events,
        String head,
        TreePMap<String, Family> familyByName,
        InsertionOrderedMap<Dossier> liveDossiers,
        InsertionOrderedMap<Run> flying,
        InsertionOrderedMap<FoundIdea> openIdeas,
        TreePMap<String, String> reviewerKeys,
        TreePMap<String, RecipeStanding> recipeById,
        Totals totals,
        BudgetState funds,
        Archive archive,
        Windows windows)
        implements LedgerView {

    /** Before the first event. */
    public static final Snapshot EMPTY = new Snapshot(
            0,
            Event.GENESIS,
            TreePMap.empty(),
            InsertionOrderedMap.empty(),
            InsertionOrderedMap.empty(),
            InsertionOrderedMap.empty(),
            TreePMap.empty(),
            TreePMap.empty(),
            Totals.NONE,
            BudgetState.NONE,
            MemoryArchive.EMPTY,
            Windows.none());

    /** The same for one who reads a whole ledger through and looks at the last view alone. */
    public static Snapshot emptyToRead() {
        Copy copy = EMPTY.new Copy();
        copy.archive = new GrowingArchive();
        return copy.done();
    }

    @Override
    public List<Family> families() {
        return List.copyOf(familyByName.values());
    }

    @Override
    public Optional<Family> family(String name) {
        return Optional.ofNullable(familyByName.get(name));
    }

    @Override
    public List<Dossier> live() {
        return liveDossiers.inOrder();
    }

    @Override
    public Optional<Dossier> dossier(String id) {
        return liveDossiers.get(id).or(() -> archive.dossier(id, events));
    }

    @Override
    public List<Dossier> dossiers() {
        return now(archive.dossiers(events));
    }

    @Override
    public List<Dossier> recent(String family, int most) {
        return now(archive.recent(family, most, events));
    }

    @Override
    public List<Dossier> bySource(String family, String source) {
        return now(archive.bySource(family, source, events));
    }

    @Override
    public List<Dossier> byFingerprint(Fingerprint fingerprint) {
        return now(archive.byFingerprint(fingerprint, events));
    }

    @Override
    public List<Standing> standings(Fingerprint fingerprint) {
        return archive.standings(fingerprint, events).stream()
                .map(known -> liveDossiers
                        .get(known.id())
                        .map(dossier -> new Standing(dossier.id(), dossier.state()))
                        .orElse(known))
                .toList();
    }

    private List<Dossier> now(List<Dossier> archived) {
        return archived.stream()
                .map(dossier -> liveDossiers.get(dossier.id()).orElse(dossier))
                .toList();
    }

    @Override
    public List<Run> inFlight() {
        return flying.inOrder();
    }

    @Override
    public Optional<Run> run(String key) {
        return flying.get(key).or(() -> archive.run(key, events));
    }

    @Override
    public List<Run> runs() {
        List<Run> archived = archive.runs(events);
        if (flying.births().isEmpty()) {
            return archived;
        }
        return archived.stream()
                .map(run -> flying.get(run.plan().key()).orElse(run))
                .toList();
    }

    @Override
    public List<Run> runsOf(String hypothesis) {
        return List.copyOf(window(hypothesis).values());
    }

    TreePMap<Long, Run> window(String hypothesis) {
        return liveDossiers.holds(hypothesis)
                ? windows.runs(Windows.Kind.HYPOTHESIS, hypothesis, () -> archive.runsOf(hypothesis, events))
                : archive.runsOf(hypothesis, events);
    }

    @Override
    public List<Run> recentRuns(String family) {
        return List.copyOf(
                windows.runs(Windows.Kind.FAMILY, family, () -> archive.recentRuns(family, RECENT_RUNS, events))
                        .values());
    }

    @Override
    public List<Run> measurements(String family) {
        return List.copyOf(windows.runs(
                        Windows.Kind.MEASUREMENTS,
                        family,
                        () -> archive.measurements(family, RECENT_MEASUREMENTS, events))
                .values());
    }

    @Override
    public List<TestRecord> tests() {
        return List.copyOf(windows.tests(() -> archive.tests(events)).values());
    }

    @Override
    public List<Cost> costs() {
        return archive.costs(events);
    }

    @Override
    public List<Entry.EvidenceKept> keptOf(String key) {
        return archive.keptOf(key, events);
    }

    @Override
    public boolean isKept(String digest) {
        return archive.isKept(digest);
    }

    @Override
    public Optional<ModelCall> call(String id) {
        return archive.call(id, events);
    }

    @Override
    public List<ModelCall> calls() {
        return archive.calls(events);
    }

    @Override
    public List<ModelCall> callsOf(String question) {
        return archive.callsOf(question, events);
    }

    @Override
    public List<ModelCall> callsAbout(String about) {
        return archive.callsAbout(about, events);
    }

    @Override
    public Balance balance() {
        return funds.balance();
    }

    @Override
    public Map<String, Balance.Reservation> reservations() {
        return funds.reservations();
    }

    @Override
    public List<Entry.IdeaFound> ideas() {
        return openIdeas.byBirth().values().stream().map(FoundIdea::found).toList();
    }

    @Override
    public List<RecipeStanding> recipes() {
        return List.copyOf(recipeById.values());
    }

    Optional<FoundIdea> idea(String id) {
        return openIdeas.get(id).or(() -> archive.idea(id, events));
    }

    Snapshot at(long seq, String hash) {
        Copy copy = new Copy();
        copy.events = seq;
        copy.head = hash;
        return copy.done();
    }

    Snapshot with(Family family) {
        Copy copy = new Copy();
        copy.families = familyByName.plus(family.name(), family);
        return copy.done();
    }

    /** With a hypothesis as it is now; what ends leaves the live ones. */
    Snapshot with(long seq, Optional<Dossier> before, Dossier now, Totals sums) {
        Copy copy = new Copy();
        copy.dossiers = LedgerView.isLive(now) ? liveDossiers.with(now.id(), seq, now) : liveDossiers.without(now.id());
        copy.totals = sums;
        copy.archive = archive.with(seq, now);
        copy.windows = windows.with(before, now);
        return copy.done();
    }

    /** With a run as it is now; what is over leaves those in flight. */
    Snapshot with(long seq, Run run) {
        String key = run.plan().key();
        window(run.plan().hypothesis());
        long birth = flying.birth(key).orElse(seq);
        Copy copy = new Copy();
        copy.runs = run.state().isInFlight() ? flying.with(key, birth, run) : flying.without(key);
        copy.archive = archive.with(birth, run);
        copy.windows = windows.with(birth, run);
        return copy.done();
    }

    Snapshot with(Cost cost) {
        Copy copy = new Copy();
        copy.totals = totals.plus(cost);
        copy.archive = archive.with(cost);
        return copy.done();
    }

    Snapshot with(Entry.EvidenceKept kept) {
        Copy copy = new Copy();
        copy.archive = archive.with(kept);
        return copy.done();
    }

    Snapshot with(ModelCall call) {
        Copy copy = new Copy();
        copy.archive = archive.with(call);
        return copy.done();
    }

    Snapshot with(BudgetState now) {
        Copy copy = new Copy();
        copy.budget = now;
        return copy.done();
    }

    Snapshot with(long seq, String id, FoundIdea idea) {
        Copy copy = new Copy();
        copy.ideas = idea.isUsed() ? openIdeas.without(id) : openIdeas.with(id, seq, idea);
        copy.archive = archive.with(id, idea);
        return copy.done();
    }

    Snapshot with(Entry.ReviewerAdmitted reviewer) {
        Copy copy = new Copy();
        copy.reviewers = reviewerKeys.plus(reviewer.name(), reviewer.publicKey());
        return copy.done();
    }

    Snapshot with(RecipeStanding recipe) {
        Copy copy = new Copy();
        copy.recipes = recipeById.plus(recipe.recipe().id(), recipe);
        return copy.done();
    }

    Snapshot with(Totals sums) {
        Copy copy = new Copy();
        copy.totals = sums;
        return copy.done();
    }

    /** A copy of this snapshot while some of its parts are replaced. */
    private final class Copy {
        private long events = Snapshot.this.events;
        private String head = Snapshot.this.head;
        private TreePMap<String, Family> families = familyByName;
        private InsertionOrderedMap<Dossier> dossiers = liveDossiers;
        private InsertionOrderedMap<Run> runs = flying;
        private InsertionOrderedMap<FoundIdea> ideas = openIdeas;
        private TreePMap<String, String> reviewers = reviewerKeys;
        private TreePMap<String, RecipeStanding> recipes = recipeById;
        private Totals totals = Snapshot.this.totals;
        private BudgetState budget = funds;
        private Archive archive = Snapshot.this.archive;
        private Windows windows = Snapshot.this.windows;

        private Snapshot done() {
            return new Snapshot(
                    events, head, families, dossiers, runs, ideas, reviewers, recipes, totals, budget, archive,
                    windows);
        }
    }

    /** Returns what is over follows from the same events. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Snapshot snapshot && hot().equals(snapshot.hot());
    }

    @Override
    public int hashCode() {
        return Objects.hash(events, head);
    }

    private List<Object> hot() {
        return List.of(
                events, head, familyByName, liveDossiers, flying, openIdeas, reviewerKeys, recipeById, totals, funds);
    }

    /** An idea of the dream phase, and whether it has become a hypothesis. */
    record FoundIdea(Entry.IdeaFound found, boolean isUsed) {}
}
