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
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The shipped catalogue of optimisation ideas. Immutable, so thread-safe. */
public final class IdeaCatalogue implements IdeaSource {
    private static final Comparator<Idea> BEST_FIRST =
            Comparator.comparingDouble(Idea::typicalFraction).reversed().thenComparing(Idea::id);

    private final List<Idea> ideas;
    private final List<LeverTemplate> templates;

    /** The classes that an idea relieves beside its own, the likeliest first, by its id. */
    private final Map<String, List<Bottleneck>> also;

    /** Returns a catalogue of these ideas. */
    public IdeaCatalogue(List<Idea> ideas) {
        this(ideas, List.of(), Map.of());
    }

    private IdeaCatalogue(List<Idea> ideas, List<LeverTemplate> templates, Map<String, List<Bottleneck>> also) {
        this.ideas = List.copyOf(ideas);
        this.templates = List.copyOf(templates);
        this.also = Map.copyOf(also);
    }

    /** Returns the catalogue of the library. */
    public static IdeaCatalogue shipped() {
        List<Idea> ideas = new ArrayList<>();
        List<LeverTemplate> templates = new ArrayList<>();
        Map<String, List<Bottleneck>> also = new HashMap<>();
        for (JsonNode row : Resources.json("ideas.json").path("ideas")) {
            ideas.add(idea(row));
            row.path("levers").forEach(lever -> templates.add(template(row, lever)));
            also.put(row.path("id").asText(), classes(row, "also"));
        }
        return new IdeaCatalogue(ideas, templates, also);
    }

    private static LeverTemplate template(JsonNode row, JsonNode lever) {
        List<Bottleneck> addresses = new ArrayList<>();
        addresses.add(Bottleneck.valueOf(row.path("bottleneck").asText()));
        addresses.addAll(classes(lever, "addresses"));
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

    private static List<Bottleneck> classes(JsonNode row, String field) {
        return texts(row, field).stream().map(Bottleneck::valueOf).toList();
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

    /** Ideas that relieve one of these classes and whose symptoms hold, each under one of them, largest expected fraction first. */
    public List<Idea> search(Set<Bottleneck> bottlenecks, Map<String, Double> metrics) {
        return relieving(bottlenecks)
                .filter(idea -> Symptoms.hold(idea, metrics))
                .sorted(BEST_FIRST)
                .toList();
    }

    /** Ideas of the classes that nothing measured speaks against but that ask for more measurements. */
    public List<NeedsEvidence> needsEvidence(Set<Bottleneck> bottlenecks, Map<String, Double> metrics) {
        return relieving(bottlenecks)
                .filter(idea -> Symptoms.mayHold(idea, metrics))
                .map(idea -> new NeedsEvidence(idea, Symptoms.unmeasured(idea, metrics)))
                .filter(open -> !open.unmeasured().isEmpty())
                .sorted(Comparator.comparing(NeedsEvidence::idea, BEST_FIRST))
                .toList();
    }

    private Stream<Idea> relieving(Set<Bottleneck> bottlenecks) {
        return ideas.stream()
                .flatMap(idea -> Stream.concat(
                                Stream.of(idea.bottleneck()), also.getOrDefault(idea.id(), List.of()).stream())
                        .filter(bottlenecks::contains)
                        .limit(1)
                        .map(bottleneck -> under(idea, bottleneck)));
    }

    private static Idea under(Idea idea, Bottleneck bottleneck) {
        return bottleneck == idea.bottleneck()
                ? idea
                : new Idea(
                        idea.id(),
                        idea.title(),
                        bottleneck,
                        idea.kind(),
                        idea.symptoms(),
                        idea.typicalFraction(),
                        idea.summary(),
                        idea.provenance(),
                        idea.change());
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
