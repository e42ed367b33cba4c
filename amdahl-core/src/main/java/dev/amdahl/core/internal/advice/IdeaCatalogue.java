package dev.amdahl.core.internal.advice;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.IdeaQuery;
import dev.amdahl.spi.hypothesis.IdeaSource;
import dev.amdahl.spi.hypothesis.LeverTemplate;
import dev.amdahl.spi.hypothesis.Provenance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The shipped catalogue of optimisation ideas. Immutable, so thread-safe. */
public final class IdeaCatalogue implements IdeaSource {
    private static final Comparator<Idea> BEST_FIRST =
            Comparator.comparingDouble(Idea::typicalFraction).reversed().thenComparing(Idea::id);

    private final List<Idea> ideas;
    private final List<LeverTemplate> templates;

    /** Returns a catalogue of these ideas. */
    public IdeaCatalogue(List<Idea> ideas) {
        this(ideas, List.of());
    }

    private IdeaCatalogue(List<Idea> ideas, List<LeverTemplate> templates) {
        this.ideas = List.copyOf(ideas);
        this.templates = List.copyOf(templates);
    }

    /** Returns the catalogue of the library. */
    public static IdeaCatalogue shipped() {
        List<Idea> ideas = new ArrayList<>();
        List<LeverTemplate> templates = new ArrayList<>();
        for (JsonNode row : Resources.json("ideas.json").path("ideas")) {
            ideas.add(idea(row));
            row.path("levers").forEach(lever -> templates.add(template(row, lever)));
        }
        return new IdeaCatalogue(ideas, templates);
    }

    private static LeverTemplate template(JsonNode row, JsonNode lever) {
        List<Bottleneck> addresses = new ArrayList<>();
        addresses.add(Bottleneck.valueOf(row.path("bottleneck").asText()));
        texts(lever, "addresses").forEach(also -> addresses.add(Bottleneck.valueOf(also)));
        return new LeverTemplate(
                row.path("id").asText(),
                addresses,
                texts(lever, "options"),
                texts(lever, "variables"),
                texts(lever, "values"),
                texts(lever, "assumed").stream().findFirst(),
                Set.copyOf(texts(lever, "libraries")),
                lever.path("changes_results").asBoolean());
    }

    private static List<String> texts(JsonNode row, String field) {
        List<String> texts = new ArrayList<>();
        row.path(field).forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static Idea idea(JsonNode row) {
        List<Idea.Symptom> symptoms = new ArrayList<>();
        for (JsonNode symptom : row.path("symptoms_all")) {
            symptoms.add(new Idea.Symptom(
                    symptom.path("metric").asText(),
                    symptom.path("op").asText(),
                    symptom.path("value").asDouble()));
        }
        String id = row.path("id").asText();
        return new Idea(
                id,
                row.path("title").asText(),
                Bottleneck.valueOf(row.path("bottleneck").asText()),
                row.path("change").path("kind").asText(),
                symptoms,
                row.path("expected_fraction_removed").path("typical").asDouble(),
                row.path("change").path("summary").asText(),
                new Provenance(
                        Provenance.Origin.IDEA,
                        id,
                        Provenance.Maturity.valueOf(
                                row.path("maturity").asText().toUpperCase(Locale.ROOT))),
                Optional.empty());
    }

    /** Returns all ideas. */
    public List<Idea> ideas() {
        return ideas;
    }

    /** Returns one idea, if the catalogue has it. */
    public Optional<Idea> idea(String id) {
        return ideas.stream().filter(idea -> idea.id().equals(id)).findFirst();
    }

    @Override
    public List<LeverTemplate> templates() {
        return templates;
    }

    @Override
    public List<Idea> search(IdeaQuery query) {
        return search(query.bottlenecks(), query.metrics());
    }

    /** Ideas of these classes whose symptoms hold, largest expected fraction first. */
    public List<Idea> search(Set<Bottleneck> bottlenecks, Map<String, Double> metrics) {
        return ideas.stream()
                .filter(idea -> bottlenecks.contains(idea.bottleneck()))
                .filter(idea -> Symptoms.hold(idea, metrics))
                .sorted(BEST_FIRST)
                .toList();
    }

    /** Ideas of the classes that nothing measured speaks against but that ask for more measurements. */
    public List<NeedsEvidence> needsEvidence(Set<Bottleneck> bottlenecks, Map<String, Double> metrics) {
        return ideas.stream()
                .filter(idea -> bottlenecks.contains(idea.bottleneck()))
                .filter(idea -> Symptoms.mayHold(idea, metrics))
                .map(idea -> new NeedsEvidence(idea, Symptoms.unmeasured(idea, metrics)))
                .filter(open -> !open.unmeasured().isEmpty())
                .sorted(Comparator.comparing(NeedsEvidence::idea, BEST_FIRST))
                .toList();
    }

    /**
     * An idea that cannot be judged yet.
     *
     * @param unmeasured the metrics that are missing, at least one
     */
    public record NeedsEvidence(Idea idea, List<String> unmeasured) {
        public NeedsEvidence {
            unmeasured = List.copyOf(unmeasured);
        }
    }
}
