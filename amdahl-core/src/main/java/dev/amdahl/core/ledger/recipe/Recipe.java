package dev.amdahl.core.ledger.recipe;

import static java.util.Objects.requireNonNull;

import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Idea;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A change that was promoted, told so that it can be made elsewhere.
 *
 * @param id {@code recipe:} and a digest of class, symptoms and template: what a person approves
 * @param title one line: untrusted text
 * @param bottleneck the class it relieves; a job must have seconds of it
 * @param symptoms what must have been measured of a job beside; empty where nobody said
 * @param template the change
 * @param effects the wins it rests on, by hypothesis; empty once none of them stands
 */
public record Recipe(
        String id,
        String title,
        Bottleneck bottleneck,
        List<Idea.Symptom> symptoms,
        RecipeTemplate template,
        List<Effect> effects) {
    /** How ids begin; it is also the name of the source of what they give. */
    public static final String PREFIX = "recipe:";

    public Recipe {
        requireNonNull(id, "id");
        symptoms = List.copyOf(symptoms);
        effects = List.copyOf(effects);
    }

    /**
     * One promoted win: variant over baseline, so below 1 for better.
     *
     * @param hypothesis its id in the ledger, where all evidence is
     * @param source of the provenance of the change
     * @param family the job it was measured on
     * @param acceleratorType what that ran on
     * @param ratio point estimate, shrunk for the winner's curse
     * @param lower lower end of the interval
     * @param upper upper end of the interval
     * @param pairs usable pairs
     */
    public record Effect(
            String hypothesis,
            String source,
            String family,
            String acceleratorType,
            double ratio,
            double lower,
            double upper,
            int pairs) {}

    /** Returns whether any of its wins still stands. */
    public boolean isSupported() {
        return !effects.isEmpty();
    }

    /** The same once none of its wins stands. */
    public Recipe withdrawn() {
        return new Recipe(id, title, bottleneck, symptoms, template, List.of());
    }

    /** The accelerator types it was measured on: a job of another one is no place for it. */
    public Set<String> acceleratorTypes() {
        Set<String> types = new TreeSet<>();
        effects.forEach(effect -> types.add(effect.acceleratorType()));
        return types;
    }

    /** Returns the digest of all of it: what an answer is given for. */
    public String digest() {
        return RecipeJson.digest(RecipeJson.of(this));
    }
}
