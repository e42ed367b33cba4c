package dev.amdahl.llm.advice;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.amdahl.spi.hypothesis.Advice;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.Rationale;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes proposals of an answer: what it names must be among the choices, and one that is not in order is left out with the reason. The
 * titles are the library's own words; that of a patch quotes a little of what its author says it does. Immutable.
 */
final class AnswerReader {
    private static final Set<String> FIELDS = Set.of(
            "bottleneck",
            "needs_build",
            "change",
            "expected_fraction",
            "mechanism",
            "how_it_could_be_wrong",
            "evidence");
    private static final Set<String> CHANGE_FIELDS = Set.of("lever", "value", "patch");
    private static final String FILES = "files";
    static final int MAX_FILES = 4;
    private static final int MAX_TEXT = 600;
    private static final int MAX_GIST = 60;
    static final int MAX_NAME = 80;
    static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder().maxNestingDepth(32).build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** Before the name of the model: a source of its own, whatever its models are called. */
    static final String SOURCE = "advisor:";

    private final Choices choices;
    private final int most;
    private final Provenance provenance;

    AnswerReader(Choices choices, int most, String model) {
        this(choices, most, SOURCE, model);
    }

    /** @param source before the name of the model */
    AnswerReader(Choices choices, int most, String source, String model) {
        this.choices = choices;
        this.most = most;
        provenance = new Provenance(
                Provenance.Origin.MODEL, source + shown(model, MAX_NAME), Provenance.Maturity.EXPERIMENTAL);
    }

    /** Returns what an answer comes to; never throws. */
    Advice read(String text) {
        JsonNode answer;
        try {
            answer = JSON.readTree(text);
        } catch (JsonProcessingException invalid) {
            return Advice.none("the model's answer is not JSON and was left out: " + invalid.getOriginalMessage());
        }
        JsonNode list = answer.path("proposals");
        if (!list.isArray() || answer.size() != (answer.has(FILES) ? 2 : 1)) {
            return Advice.none("the model answered another question and was left out: '" + shown(text, MAX_NAME) + "'");
        }
        if (list.isEmpty()) {
            return Advice.none("the model sees nothing worth a try");
        }
        List<Proposal> proposals = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        Set<Change> seen = new HashSet<>();
        for (JsonNode item : list) {
            try {
                Proposal proposal = proposal(item);
                if (proposals.size() == most) {
                    throw new Fault("there are more than the " + most + " that were asked for");
                }
                if (!seen.add(proposal.change())) {
                    throw new Fault("it occurs twice");
                }
                proposals.add(proposal);
            } catch (Fault fault) {
                notes.add("a proposal of the model was left out: " + fault.getMessage());
            }
        }
        return new Advice(proposals, notes.stream().distinct().toList());
    }

    /** Editable files that an answer asks for instead of proposing anything, a few at most. */
    static List<String> files(String text, Choices choices) {
        try {
            JsonNode answer = JSON.readTree(text);
            List<String> files = new ArrayList<>();
            if (answer.path("proposals").isArray() && answer.path("proposals").isEmpty()) {
                answer.path(FILES).forEach(file -> files.add(file.asText()));
            }
            return files.stream()
                    .filter(choices.files()::contains)
                    .distinct()
                    .limit(MAX_FILES)
                    .toList();
        } catch (JsonProcessingException invalid) {
            return List.of();
        }
    }

    private Proposal proposal(JsonNode item) throws Fault {
        requireFields(item, FIELDS, "a proposal");
        Bottleneck bottleneck = bottleneck(text(item, "bottleneck"));
        JsonNode fraction = item.path("expected_fraction");
        Fault.unless(
                fraction.isNumber() && fraction.asDouble() >= 0 && fraction.asDouble() <= 1,
                "expected_fraction is " + shown(fraction.toString(), MAX_NAME) + ", not a number from 0 to 1");
        Fault.unless(item.path("needs_build").isBoolean(), "needs_build is neither true nor false");
        String mechanism = text(item, "mechanism");
        String risk = text(item, "how_it_could_be_wrong");
        Fault.unless(!mechanism.isBlank() && !risk.isBlank(), "it does not say how it works and how it could be wrong");
        List<String> evidence = evidence(item.path("evidence"));
        Change change = change(item.path("change"));
        Fault.unless(
                change.needsBuild() == item.path("needs_build").asBoolean(),
                change.needsBuild() ? "needs_build is false with a patch" : "needs_build is true with a lever");
        return new Proposal(
                title(change, mechanism),
                List.of(bottleneck),
                change,
                OptionalDouble.of(fraction.asDouble()),
                provenance,
                Optional.of(new Rationale(shown(mechanism, MAX_TEXT), shown(risk, MAX_TEXT), evidence)));
    }

    private static Bottleneck bottleneck(String name) throws Fault {
        return Choices.classes().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new Fault("there is no class of lost seconds '" + shown(name, MAX_NAME) + "'"));
    }

    private List<String> evidence(JsonNode ids) throws Fault {
        Fault.unless(ids.isArray() && !ids.isEmpty(), "it rests on no evidence");
        Set<String> cited = new TreeSet<>();
        for (JsonNode id : ids) {
            Fault.unless(
                    id.isTextual() && choices.evidence().contains(id.asText()),
                    "it cites evidence that does not exist: '" + shown(id.asText(), MAX_NAME) + "'");
            cited.add(id.asText());
        }
        return List.copyOf(cited);
    }

    private Change change(JsonNode change) throws Fault {
        requireFields(change, CHANGE_FIELDS, "a change");
        boolean isPatch = change.path("patch").isTextual();
        boolean isSetting =
                change.path("lever").isTextual() && change.path("value").isTextual();
        boolean isOne = isPatch
                ? change.path("lever").isNull() && change.path("value").isNull()
                : isSetting && change.path("patch").isNull();
        Fault.unless(isOne, "its change is neither a lever with a value nor a patch");
        return isPatch
                ? patch(change.path("patch").asText())
                : setting(change.path("lever").asText(), change.path("value").asText());
    }

    private Change setting(String name, String value) throws Fault {
        Lever lever = choices.lever(name)
                .orElseThrow(() -> new Fault("the job declares no lever '" + shown(name, MAX_NAME) + "'"));
        Fault.unless(
                lever.values().contains(value),
                "lever " + name + " has no declared value '" + shown(value, MAX_NAME) + "'");
        return lever.set(value);
    }

    private Change patch(String diff) throws Fault {
        Fault.unless(choices.isEditable(), "the job has no source that a patch may touch");
        return ProposedPatch.of(diff);
    }

    /** Patches of one file differ only in what their author says of them. */
    private static String title(Change change, String mechanism) {
        if (change instanceof PatchChange patch) {
            return "patch of " + shown(String.join(", ", patch.paths()), MAX_NAME) + ": '" + shown(mechanism, MAX_GIST)
                    + "'";
        }
        LeverSetting setting = ((ConfigChange) change).settings().get(0);
        return setting.lever() + ": " + setting.from() + " -> " + setting.to();
    }

    private static String text(JsonNode item, String name) throws Fault {
        Fault.unless(item.path(name).isTextual(), name + " is not text");
        return item.path(name).asText();
    }

    private static void requireFields(JsonNode node, Set<String> fields, String what) throws Fault {
        Set<String> found = new TreeSet<>();
        node.fieldNames().forEachRemaining(found::add);
        Fault.unless(
                node.isObject() && found.equals(fields),
                what + " has the fields " + shown(new TreeSet<>(fields).toString(), MAX_TEXT) + ", this one "
                        + shown(found.toString(), MAX_NAME));
    }

    /** On one line of bounded length. */
    static String shown(String text, int most) {
        String clean =
                text.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Co}\\p{Cs}]+", " ").strip();
        return clean.length() <= most ? clean : clean.substring(0, most) + "...";
    }
}
