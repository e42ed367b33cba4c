package dev.amdahl.spi.hypothesis;

import java.util.List;
import java.util.Optional;

/**
 * An optimisation that worked somewhere.
 *
 * @param id stable key: the name of its source, a colon and its place there; ideas of the shipped catalogue have no colon
 * @param title one line
 * @param bottleneck the class it relieves
 * @param kind config, env, code, placement, schedule, infra or model
 * @param symptoms all must hold before it is offered
 * @param typicalFraction removed share of the stage's exposed time its author expects; a prior, not data
 * @param summary what to do
 * @param provenance where it came from
 * @param change a concrete change where the source has one, as with a transferred win
 */
public record Idea(
        String id,
        String title,
        Bottleneck bottleneck,
        String kind,
        List<Symptom> symptoms,
        double typicalFraction,
        String summary,
        Provenance provenance,
        Optional<Change> change) {
    public Idea {
        symptoms = List.copyOf(symptoms);
    }

    /** Returns the name of the source that gave an idea with this id. */
    public static String sourceOf(String id) {
        int colon = id.indexOf(':');
        return colon > 0 ? id.substring(0, colon) : IdeaSource.CATALOGUE;
    }

    /** Returns the same under another id. */
    public Idea withId(String other) {
        return new Idea(other, title, bottleneck, kind, symptoms, typicalFraction, summary, provenance, change);
    }

    /**
     * A measured figure against a bound.
     *
     * @param metric a name of the metrics vocabulary
     * @param operator one of {@code >= <= > < ==}
     * @param value the bound
     */
    public record Symptom(String metric, String operator, double value) {}
}
