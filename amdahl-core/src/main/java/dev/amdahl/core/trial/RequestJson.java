package dev.amdahl.core.trial;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.spi.experiment.ArmPlan;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.ValueSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A request as JSON and back; equal requests give equal trees. Thread-safe. */
public final class RequestJson {
    private RequestJson() {}

    /** Returns the request as text; equal requests give equal text. */
    public static String format(TrialRequest request) {
        return write(request).toString();
    }

    /**
     * Returns a request from its text.
     *
     * @throws IOException if it is not JSON
     */
    public static TrialRequest parse(String text) throws IOException {
        return read(StrictJson.MAPPER.readTree(text));
    }

    static ObjectNode write(TrialRequest request) {
        ObjectNode tree = StrictJson.MAPPER.createObjectNode();
        tree.put("key", request.key());
        tree.put("family", request.family());
        ObjectNode accelerators = tree.putObject("accelerators")
                .put("type", request.accelerators().type())
                .put("count", request.accelerators().count());
        if (request.accelerators().nodes() > 1) {
            accelerators.put("nodes", request.accelerators().nodes());
        }
        request.arms().forEach(arm -> write(arm, tree.withArray("arms").addObject()));
        return tree;
    }

    private static void write(ArmRequest arm, ObjectNode tree) {
        tree.put("name", arm.name());
        arm.command().forEach(tree.putArray("command")::add);
        new TreeMap<>(arm.environment()).forEach(tree.putObject("environment")::put);
        arm.directory()
                .ifPresent(path ->
                        tree.put("directory", path.toAbsolutePath().normalize().toString()));
        arm.harness().ifPresent(path -> tree.put("harness", path.toString()));
        arm.schedule().ifPresent(lines -> tree.put("schedule", lines));
        tree.put("time_limit", arm.timeLimit().toString());
        tree.put("output_limit_bytes", Long.toString(arm.outputLimitBytes()));
        tree.put("seed", Long.toString(arm.seed()));
        tree.put("traced", arm.isTraced());
        arm.outputs().forEach(tree.putArray("outputs")::add);
        arm.keep().forEach(tree.putArray("keep")::add);
        ObjectNode measures = tree.putObject("measures");
        new TreeMap<>(arm.measures()).forEach((name, source) -> write(source, measures.putObject(name)));
    }

    private static void write(ValueSource source, ObjectNode tree) {
        if (source instanceof ValueSource.Json json) {
            tree.put("json", json.path()).put("pointer", json.pointer());
        } else if (source instanceof ValueSource.Stdout stdout) {
            tree.put("stdout", stdout.pattern());
        }
    }

    static TrialRequest read(JsonNode tree) {
        List<ArmRequest> arms = new ArrayList<>();
        tree.path("arms").forEach(arm -> arms.add(readArm(arm)));
        JsonNode accelerators = tree.path("accelerators");
        return new NodeRequest(
                tree.path("key").asText(),
                tree.path("family").asText(),
                new Accelerators(
                        accelerators.path("type").asText(),
                        accelerators.path("count").asInt(1),
                        accelerators.path("nodes").asInt(1)),
                arms);
    }

    private static ArmRequest readArm(JsonNode tree) {
        Map<String, String> environment = new LinkedHashMap<>();
        tree.path("environment")
                .properties()
                .forEach(entry ->
                        environment.put(entry.getKey(), entry.getValue().asText()));
        Map<String, ValueSource> measures = new LinkedHashMap<>();
        tree.path("measures").properties().forEach(entry -> measures.put(entry.getKey(), readSource(entry.getValue())));
        return new ArmPlan(
                tree.path("name").asText(),
                texts(tree.path("command")),
                environment,
                tree.has("directory")
                        ? Optional.of(Path.of(tree.path("directory").asText()))
                        : Optional.empty(),
                Duration.parse(tree.path("time_limit").asText()),
                Long.parseLong(tree.path("output_limit_bytes").asText()),
                Long.parseLong(tree.path("seed").asText()),
                tree.path("traced").asBoolean(),
                texts(tree.path("outputs")),
                texts(tree.path("keep")),
                measures,
                Optional.ofNullable(tree.path("schedule").textValue()),
                Optional.empty());
    }

    private static ValueSource readSource(JsonNode tree) {
        return tree.has("json")
                ? new ValueSource.Json(
                        tree.path("json").asText(), tree.path("pointer").asText())
                : new ValueSource.Stdout(tree.path("stdout").asText());
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
