package dev.amdahl.core.internal.loop.dream;

import com.google.common.base.Suppliers;
import dev.amdahl.core.internal.advice.IdeaCatalogue;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.recipe.Recipe;
import dev.amdahl.core.ledger.recipe.RecipeJson;
import dev.amdahl.core.ledger.recipe.RecipeStanding;
import dev.amdahl.core.ledger.recipe.RecipeTemplate;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.PromotionGate;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.IdeaQuery;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.job.MetricSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Keeps what promoted wins teach, hears what people say of it, and offers what they approved. */
final class Recipes {
    private static final double MAX = .95;
    private static final double DISCOUNT = .5;
    private static final double UNKNOWN_FRACTION = .3;
    private static final Comparator<Recipe.Effect> BY_HYPOTHESIS = Comparator.comparing(Recipe.Effect::hypothesis);

    private record Query(JobSpec job, Set<Bottleneck> bottlenecks, Map<String, Double> metrics) implements IdeaQuery {}

    private final Cycle cycle;
    private final Supplier<IdeaCatalogue> catalogue = Suppliers.memoize(IdeaCatalogue::shipped);

    Recipes(Cycle cycle) {
        this.cycle = cycle;
    }

    void run() {
        distil();
        cycle.view().recipes().forEach(this::hear);
    }

    private void distil() {
        Set<String> taught = cycle.view().recipes().stream()
                .flatMap(standing -> standing.recipe().effects().stream())
                .map(Recipe.Effect::hypothesis)
                .collect(Collectors.toSet());
        if (taught.equals(wins())) {
            return;
        }
        Map<String, Recipe> now = recipes();
        List<Entry> entries = new ArrayList<>();
        Map<String, Recipe> known = new TreeMap<>();
        cycle.view().recipes().forEach(standing -> known.put(standing.recipe().id(), standing.recipe()));
        now.forEach((id, recipe) -> {
            if (!recipe.equals(known.get(id))) {
                entries.add(new Entry.RecipeDistilled(recipe));
            }
        });
        known.forEach((id, recipe) -> {
            if (recipe.isSupported() && !now.containsKey(id)) {
                entries.add(new Entry.RecipeDistilled(recipe.withdrawn()));
            }
        });
        if (!entries.isEmpty()) {
            cycle.commit(entries);
        }
    }

    private void hear(RecipeStanding standing) {
        PromotionGate gate = cycle.setup().gate();
        String id = standing.recipe().id();
        Optional<Review> review =
                gate.answer(id).filter(answer -> !standing.answer().equals(Optional.of(answer)));
        if (review.isEmpty()) {
            return;
        }
        boolean authentic = gate.isAuthentic(id, cycle.view().reviewerKeys());
        if (!authentic && !cycle.policy().isUnsignedAllowed()) {
            cycle.note("answer to " + id + " by " + review.get().by()
                    + " is not signed with an admitted key and does not count; run review keygen, and answer again");
        } else if (!review.get().evidenceHead().equals(standing.recipe().digest())) {
            cycle.note("answer to " + id + " by " + review.get().by()
                    + " is for other wins than it rests on now and does not count; see recipes show, and answer again");
        } else {
            cycle.commit(new Entry.RecipeAnswered(review.get(), authentic));
        }
    }

    /** Ideas for a job of its class and accelerator on which all symptoms hold and that none of the wins was measured on. */
    List<Idea> ideas(JobSpec job, Diagnosis diagnosis) {
        List<Idea> ideas = new ArrayList<>();
        for (RecipeStanding standing : cycle.view().recipes()) {
            Recipe recipe = standing.recipe();
            boolean fits = standing.isInUse()
                    && diagnosis.wallSeconds(recipe.bottleneck()) > 0
                    && recipe.acceleratorTypes().contains(job.accelerators().type())
                    && recipe.effects().stream()
                            .noneMatch(effect -> effect.family().equals(job.family()));
            if (fits) {
                Transfer.to(job, recipe.template())
                        .ifPresent(change -> ideas.add(new Idea(
                                recipe.id(),
                                recipe.title(),
                                recipe.bottleneck(),
                                "config",
                                recipe.symptoms(),
                                fraction(recipe, job, diagnosis),
                                "the recipe of " + recipe.effects().size() + " promoted wins",
                                new Provenance(Provenance.Origin.DREAM, recipe.id()),
                                Optional.of(change))));
            }
        }
        Set<Bottleneck> classes =
                Set.copyOf(ideas.stream().map(Idea::bottleneck).toList());
        return new IdeaCatalogue(ideas).search(new Query(job, classes, diagnosis.metrics()));
    }

    /** Returns what would remove of the class's seconds here as much of the job as it did there on the average, discounted. */
    private static double fraction(Recipe recipe, JobSpec job, Diagnosis diagnosis) {
        OptionalDouble share = job.metric().equals(MetricSpec.WALL_SECONDS)
                ? diagnosis.wallShare(Set.of(recipe.bottleneck()))
                : diagnosis.acceleratorShare(Set.of(recipe.bottleneck()));
        double saved = recipe.effects().stream()
                .mapToDouble(effect -> 1 - effect.ratio())
                .average()
                .orElse(0);
        return share.isPresent() && share.getAsDouble() > 0
                ? DISCOUNT * Math.min(MAX, saved / share.getAsDouble())
                : UNKNOWN_FRACTION;
    }

    /** Ids of the wins that teach something. */
    private Set<String> wins() {
        return cycle.inState(HypothesisState.PROMOTED).stream()
                .filter(win -> effect(win).isPresent())
                .map(Dossier::id)
                .collect(Collectors.toSet());
    }

    /** Returns what the promoted wins that stand teach, by id: wins of one class by one change are one. */
    private Map<String, Recipe> recipes() {
        Map<String, Recipe> recipes = new TreeMap<>();
        for (Dossier win : cycle.inState(HypothesisState.PROMOTED)) {
            effect(win).ifPresent(effect -> {
                Recipe one = recipe(win.hypothesis(), effect);
                recipes.merge(one.id(), one, Recipes::both);
            });
        }
        return recipes;
    }

    private static Recipe both(Recipe known, Recipe more) {
        List<Recipe.Effect> effects = new ArrayList<>(known.effects());
        effects.addAll(more.effects());
        effects.sort(BY_HYPOTHESIS);
        return new Recipe(known.id(), known.title(), known.bottleneck(), known.symptoms(), known.template(), effects);
    }

    private Recipe recipe(Hypothesis won, Recipe.Effect effect) {
        List<Idea.Symptom> symptoms = symptoms(won);
        RecipeTemplate template = RecipeTemplate.of(won.change());
        return new Recipe(
                RecipeJson.id(won.bottleneck(), symptoms, template),
                won.title(),
                won.bottleneck(),
                symptoms,
                template,
                List.of(effect));
    }

    /** Returns those of the catalogue's idea that it carries out, if it is one. */
    private List<Idea.Symptom> symptoms(Hypothesis won) {
        return switch (won.provenance().origin()) {
            case IDEA, DREAM ->
                catalogue
                        .get()
                        .idea(won.provenance().source())
                        .map(Idea::symptoms)
                        .orElse(List.of());
            case RULE, MODEL, HUMAN, PLANTED -> List.of();
        };
    }

    private Optional<Recipe.Effect> effect(Dossier win) {
        Hypothesis hypothesis = win.hypothesis();
        Optional<String> type = cycle.view().family(hypothesis.family()).map(Family::acceleratorType);
        Optional<Comparison> measured = win.comparison()
                .filter(comparison -> comparison.ratio().isPresent()
                        && comparison.lower().isPresent()
                        && comparison.upper().isPresent());
        return measured.isEmpty() || type.isEmpty()
                ? Optional.empty()
                : Optional.of(new Recipe.Effect(
                        win.id(),
                        hypothesis.provenance().source(),
                        hypothesis.family(),
                        type.get(),
                        measured.get().ratio().getAsDouble(),
                        measured.get().lower().getAsDouble(),
                        measured.get().upper().getAsDouble(),
                        measured.get().pairs()));
    }
}
