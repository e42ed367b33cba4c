package dev.amdahl.core.internal.ledger.state;

import static dev.amdahl.core.internal.ledger.state.HypothesisRules.require;

import dev.amdahl.core.ledger.budget.BudgetExceededException;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.Entry.RecipeAnswered;
import dev.amdahl.core.ledger.entry.Entry.RecipeDistilled;
import dev.amdahl.core.ledger.entry.Entry.Searched;
import dev.amdahl.core.ledger.entry.HostHealth;
import dev.amdahl.core.ledger.entry.IllegalMoveException;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.recipe.Recipe;
import dev.amdahl.core.ledger.recipe.RecipeStanding;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The one function from an entry to what it changes: for the tables, the snapshots, the check and the readers alike. */
public final class Projector {
    /** What one kind of entry does. */
    interface Rule<E extends Entry> {
        void apply(StateBuilder draft, E entry);
    }

    private static final Map<Class<?>, Rule<Entry>> RULES = rules();

    /** What comes once for each subject, whatever the tables say; a run ends once, with a result or without. */
    private static final Map<Class<?>, String> ONCE = Map.of(
            Entry.Proposed.class, "proposed ",
            Entry.RunIntended.class, "intended ",
            Entry.RunSubmitted.class, "submitted ",
            Entry.RunCollected.class, "ended ",
            Entry.RunEnded.class, "ended ");

    private Projector() {}

    /**
     * Applies one entry to a draft.
     *
     * @throws IllegalMoveException if the entry does not follow from the state
     */
    public static void apply(StateBuilder draft, Event event, Entry entry) {
        apply(draft, event, event.time(), entry);
    }

    /**
     * The same where the event's time was read before.
     *
     * @throws IllegalMoveException if the entry does not follow from the state
     */
    public static void apply(StateBuilder draft, Event event, Instant at, Entry entry) {
        draft.begin(event, at);
        Rule<Entry> rule = RULES.get(entry.getClass());
        if (rule == null) {
            throw new IllegalStateException("no rule for " + entry.getClass());
        }
        try {
            rule.apply(draft, entry);
            String once = ONCE.get(entry.getClass());
            if (once != null) {
                draft.once(once + entry.subject());
            }
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
            throw new IllegalMoveException(entry, String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * The same for an event that was read; what it changes is not wanted.
     *
     * @param place what an error names
     * @throws LedgerDamagedException if its entry does not follow from the state
     */
    public static void follow(StateBuilder draft, String place, Event event, Instant at, Entry entry) {
        try {
            apply(draft, event, at, entry);
        } catch (IllegalMoveException | BudgetExceededException e) {
            throw new LedgerDamagedException(
                    place,
                    event.seq(),
                    String.valueOf(e.getMessage()),
                    event.seq() > 1
                            ? "restore a copy, or ledger import the event file --until " + (event.seq() - 1)
                                    + ", which takes what is sound"
                            : "run ledger verify, and restore a copy",
                    e);
        }
    }

    private static Map<Class<?>, Rule<Entry>> rules() {
        Map<Class<?>, Rule<Entry>> rules = new HashMap<>();
        on(rules, Entry.FamilySeen.class, FamilyRules::seen);
        on(rules, Entry.RegimeChanged.class, FamilyRules::regimeChanged);
        on(rules, Entry.FleetSeen.class, FamilyRules::fleetSeen);
        on(rules, Entry.Diagnosed.class, FamilyRules::diagnosed);
        on(rules, Entry.OutputChecked.class, FamilyRules::outputChecked);
        on(rules, Entry.IdeaFound.class, FamilyRules::ideaFound);
        on(rules, Entry.Searched.class, Projector::searched);
        on(rules, Entry.RecipeDistilled.class, Projector::distilled);
        on(rules, Entry.RecipeAnswered.class, Projector::answered);
        on(rules, Entry.Proposed.class, HypothesisRules::proposed);
        on(rules, Entry.Screened.class, HypothesisRules::screened);
        on(rules, Entry.Moved.class, HypothesisRules::moved);
        on(rules, Entry.Steered.class, HypothesisRules::steered);
        on(rules, Entry.Compared.class, HypothesisRules::compared);
        on(rules, Entry.Voted.class, HypothesisRules::voted);
        on(rules, Entry.Decided.class, DecisionRules::decided);
        on(rules, Entry.ReviewAsked.class, DecisionRules::reviewAsked);
        on(rules, Entry.Held.class, DecisionRules::held);
        on(rules, Entry.Answered.class, DecisionRules::answered);
        on(rules, Entry.ReviewerAdmitted.class, DecisionRules::reviewerAdmitted);
        on(rules, Entry.Designed.class, ExperimentRules::designed);
        on(rules, Entry.SetOpened.class, ExperimentRules::setOpened);
        on(rules, Entry.RerunAsked.class, ExperimentRules::rerunAsked);
        on(rules, Entry.RunIntended.class, ExperimentRules::intended);
        on(rules, Entry.ArmsFixed.class, ExperimentRules::armsFixed);
        on(rules, Entry.RunMissed.class, ExperimentRules::missed);
        on(rules, Entry.RunSeen.class, ExperimentRules::seen);
        on(rules, Entry.RunRepeated.class, ExperimentRules::repeated);
        on(rules, Entry.RunSubmitted.class, ExperimentRules::submitted);
        on(rules, Entry.RunWaits.class, ExperimentRules::waits);
        on(rules, Entry.RunCollected.class, ExperimentRules::collected);
        on(rules, Entry.EvidenceKept.class, ExperimentRules::evidenceKept);
        on(rules, Entry.RunEnded.class, ExperimentRules::ended);
        on(rules, Entry.Spent.class, BudgetRules::spent);
        on(rules, Entry.BudgetSet.class, BudgetRules::budgetSet);
        on(rules, Entry.CallReserved.class, CallRules::reserved);
        on(rules, Entry.CallSettled.class, CallRules::settled);
        on(rules, Entry.CallRefused.class, CallRules::refused);
        on(rules, Entry.Sifted.class, HypothesisRules::sifted);
        on(rules, Entry.Attempted.class, (draft, entry) -> {});
        on(rules, Entry.Frozen.class, (draft, entry) -> {});
        on(rules, Entry.Retested.class, (draft, entry) -> {});
        on(rules, Entry.HostExamined.class, Projector::examined);
        on(rules, Entry.ClusterJudged.class, Projector::judged);
        on(rules, Entry.CycleEnded.class, (draft, entry) -> {});
        on(rules, Entry.Sealed.class, (draft, entry) -> {});
        if (!rules.keySet().equals(Entry.kinds().collect(Collectors.toSet()))) {
            throw new IllegalStateException("each kind of entry needs a rule");
        }
        return rules;
    }

    private static <E extends Entry> void on(Map<Class<?>, Rule<Entry>> rules, Class<E> kind, Rule<E> rule) {
        rules.put(kind, (draft, entry) -> rule.apply(draft, kind.cast(entry)));
    }

    /** The newest examination of a device counts. */
    private static void examined(StateBuilder draft, Entry.HostExamined entry) {
        HostHealth health = entry.health();
        HypothesisRules.require(entry.subject().equals(health.place()), entry, "is about " + health.place());
        HypothesisRules.require(
                health.grade() == HostHealth.Grade.OK || !health.reasons().isEmpty(), entry, "does not say why");
        draft.examined(health);
    }

    /** The newest verdict of a cluster counts. */
    private static void judged(StateBuilder draft, Entry.ClusterJudged entry) {
        String cluster = entry.verdict().cluster();
        HypothesisRules.require(entry.subject().equals(cluster), entry, "is about " + cluster);
        draft.judged(entry.verdict());
    }

    private static void searched(StateBuilder draft, Searched entry) {
        draft.searched();
    }

    private static void distilled(StateBuilder draft, RecipeDistilled entry) {
        Recipe recipe = entry.recipe();
        require(recipe.id().startsWith(Recipe.PREFIX), entry, "is not an id of a recipe");
        for (Recipe.Effect effect : recipe.effects()) {
            HypothesisState state =
                    HypothesisRules.dossier(draft, entry, effect.hypothesis()).state();
            require(
                    state == HypothesisState.PROMOTED,
                    entry,
                    "rests on " + effect.hypothesis() + ", which is " + state + " and no promoted win");
        }
        Optional<RecipeStanding> known = draft.recipe(recipe.id());
        require(known.isPresent() || recipe.isSupported(), entry, "rests on no win");
        draft.put(new RecipeStanding(
                recipe,
                known.flatMap(RecipeStanding::answer),
                known.filter(RecipeStanding::isSigned).isPresent()));
    }

    private static void answered(StateBuilder draft, RecipeAnswered entry) {
        Review review = entry.review();
        RecipeStanding known = draft.recipe(review.id())
                .orElseThrow(
                        () -> new IllegalMoveException(entry, "recipe '" + review.id() + "' is not in the ledger"));
        require(
                review.evidenceHead().equals(known.recipe().digest()),
                entry,
                "was given for other wins than those it rests on");
        require(!review.by().isBlank(), entry, "does not say who");
        draft.put(new RecipeStanding(known.recipe(), Optional.of(review), entry.isSigned()));
    }
}
