package dev.amdahl.llm.advice;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.Lists;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.hypothesis.Lever;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * All that an answer may name: classes, levers with their values, evidence.
 *
 * @param levers declared levers that have another value
 * @param isEditable whether the job has source that a patch may touch
 * @param files editable files that may be asked for
 * @param evidence ids that a proposal may rest on: evidence runs first, then what was tried
 */
record Choices(List<Lever> levers, boolean isEditable, List<String> files, List<String> evidence) {
    static final int MAX_ATTEMPTS = 40;
    private static final int MAX_IN_ENUM = 2_000;

    static Choices of(Briefing briefing) {
        Set<String> evidence = new LinkedHashSet<>(briefing.diagnosis().evidence());
        Lists.reverse(briefing.attempts()).stream()
                .limit(MAX_ATTEMPTS)
                .forEach(attempt -> evidence.add(attempt.hypothesis().id()));
        briefing.wins().forEach(win -> evidence.add(win.hypothesis().id()));
        return new Choices(
                briefing.job().levers().stream()
                        .filter(lever -> !lever.values().isEmpty())
                        .toList(),
                briefing.job()
                        .source()
                        .filter(source -> !source.editable().isEmpty())
                        .isPresent(),
                briefing.editable(),
                List.copyOf(evidence));
    }

    /** The same for whoever has seen the files that he asked for. */
    Choices withoutFiles() {
        return new Choices(levers, isEditable, List.of(), evidence);
    }

    boolean isEmpty() {
        return levers.isEmpty() && !isEditable;
    }

    Optional<Lever> lever(String name) {
        return levers.stream().filter(lever -> lever.name().equals(name)).findFirst();
    }

    /** Classes that stand for lost seconds. */
    static List<Bottleneck> classes() {
        return Arrays.stream(Bottleneck.values())
                .filter(one -> one.kind() != Bottleneck.Kind.WORK && one.kind() != Bottleneck.Kind.UNKNOWN)
                .toList();
    }

    /**
     * Returns the JSON schema of an answer, in the words that every service understands: all properties required, none beside them, what may be
     * missing is null. Numbers and lengths are checked when the answer is read.
     */
    String schema() {
        ObjectNode proposal = object();
        one(proposal, "bottleneck", texts(classes().stream().map(Enum::name).toList(), false));
        one(proposal, "needs_build", JsonNodeFactory.instance.objectNode().put("type", "boolean"));
        ObjectNode change = object();
        one(change, "lever", texts(levers.stream().map(Lever::name).toList(), true));
        one(
                change,
                "value",
                texts(
                        levers.stream()
                                .flatMap(lever -> lever.values().stream())
                                .distinct()
                                .toList(),
                        true));
        one(change, "patch", isEditable ? text("string", "null") : text("null"));
        one(proposal, "change", change);
        one(proposal, "expected_fraction", JsonNodeFactory.instance.objectNode().put("type", "number"));
        one(proposal, "mechanism", text("string"));
        one(proposal, "how_it_could_be_wrong", text("string"));
        one(proposal, "evidence", list(texts(evidence, false)));
        ObjectNode answer = object();
        one(answer, "proposals", list(proposal));
        if (!files.isEmpty()) {
            answer.withObject("/properties").set("files", list(texts(files, false)));
        }
        return answer.toString();
    }

    /** Returns the JSON schema of what is said of a change that somebody made, or of why there is none. */
    String claimSchema() {
        ObjectNode claim = object();
        one(claim, "bottleneck", texts(classes().stream().map(Enum::name).toList(), false));
        one(claim, "expected_fraction", JsonNodeFactory.instance.objectNode().put("type", "number"));
        one(claim, "mechanism", text("string"));
        one(claim, "how_it_could_be_wrong", text("string"));
        one(claim, "evidence", list(texts(evidence, false)));
        one(claim, "nothing", text("string", "null"));
        return claim.toString();
    }

    private static ObjectNode object() {
        ObjectNode object =
                JsonNodeFactory.instance.objectNode().put("type", "object").put("additionalProperties", false);
        object.putObject("properties");
        object.putArray("required");
        return object;
    }

    private static void one(ObjectNode object, String name, ObjectNode schema) {
        object.withObject("/properties").set(name, schema);
        object.withArray("/required").add(name);
    }

    private static ObjectNode list(ObjectNode items) {
        ObjectNode list = JsonNodeFactory.instance.objectNode().put("type", "array");
        list.set("items", items);
        return list;
    }

    private static ObjectNode text(String... types) {
        ObjectNode text = JsonNodeFactory.instance.objectNode();
        if (types.length == 1) {
            return text.put("type", types[0]);
        }
        ArrayNode all = text.putArray("type");
        Arrays.stream(types).forEach(all::add);
        return text;
    }

    /** Returns one of these; where there are too many for a service, any text, which is checked when it is read. */
    private static ObjectNode texts(List<String> values, boolean isNullable) {
        if (values.isEmpty()) {
            return text("null");
        }
        ObjectNode text = isNullable ? text("string", "null") : text("string");
        if (values.stream().mapToInt(String::length).sum() <= MAX_IN_ENUM) {
            ArrayNode choices = text.putArray("enum");
            values.forEach(choices::add);
            if (isNullable) {
                choices.addNull();
            }
        }
        return text;
    }
}
