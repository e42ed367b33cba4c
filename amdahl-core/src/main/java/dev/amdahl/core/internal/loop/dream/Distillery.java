package dev.amdahl.core.internal.loop.dream;

import com.google.common.base.Suppliers;
import dev.amdahl.core.internal.advice.IdeaCatalogue;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.ledger.recipe.Recipe;
import dev.amdahl.core.ledger.recipe.RecipeJson;
import dev.amdahl.core.ledger.recipe.RecipeTemplate;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Idea;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Makes recipes of the promoted wins that stand: wins of one class by one change are one. Not thread-safe. */
final class Distillery {
    private static final Comparator<Recipe.Effect> BY_HYPOTHESIS = Comparator.comparing(Recipe.Effect::hypothesis);

    private final Cycle cycle;
    private final Supplier<IdeaCatalogue> catalogue = Suppliers.memoize(IdeaCatalogue::shipped);

    Distillery(Cycle cycle) {
        this.cycle = cycle;
    }

    /** Ids of the wins that teach something. */
    Set<String> wins() {
        return cycle.inState(HypothesisState.PROMOTED).stream()
                .filter(win -> effect(win).isPresent())
                .map(Dossier::id)
                .collect(Collectors.toSet());
    }

    /** By id. */
    Map<String, Recipe> recipes() {
        Map<String, Recipe> recipes = new TreeMap<>();
        for (Dossier win : cycle.inState(HypothesisState.PROMOTED)) {
            effect(win).ifPresent(effect -> {
                Recipe one = recipe(win.hypothesis(), effect);
                recipes.merge(one.id(), one, Distillery::both);
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
        RecipeTemplate template = Transfer.template(won.change());
        return new Recipe(
                RecipeJson.id(won.bottleneck(), symptoms, template),
                won.title(),
                won.bottleneck(),
                symptoms,
                template,
                List.of(effect));
    }

    /** Those of the catalogue's idea that it carries out, if it is one. */
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
