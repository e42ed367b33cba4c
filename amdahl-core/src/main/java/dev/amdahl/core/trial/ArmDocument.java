package dev.amdahl.core.trial;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.EnvironmentFact;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One arm within a trial's document. */
final class ArmDocument {
    private static final String WORK_UNITS = "work_units";
    /** What {@code timeout} returns when it stops a command by SIGTERM and by SIGKILL. */
    private static final Set<Integer> STOPPED = Set.of(124, 137);

    private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");
    private static final String FOLDER = "AMDAHL_OUTPUT";

    private ArmDocument() {}

    static void assemble(ArmRequest arm, NodeRecord node, Path folder, ObjectNode tree) {
        List<String> notes = new ArrayList<>();
        String name = arm.name();
        JobReport report = JobReport.read(folder.resolve("metrics.json"), notes);
        Map<String, Double> metrics = new TreeMap<>(report.metrics());
        OptionalDouble workUnits = report.workUnits();
        MeasureReader reader = new MeasureReader(folder, notes);
        for (var measure : new TreeMap<>(arm.measures()).entrySet()) {
            OptionalDouble value = reader.read(measure.getKey(), measure.getValue());
            if (measure.getKey().equals(WORK_UNITS)) {
                workUnits = value.orElse(-1) >= 0 ? value : OptionalDouble.empty();
                if (value.orElse(0) < 0) {
                    notes.add(WORK_UNITS + " not measured: the job reports " + value.getAsDouble() + ", less than 0");
                }
            } else {
                metrics.remove(measure.getKey());
                value.ifPresent(number -> metrics.put(measure.getKey(), number));
            }
        }
        OptionalDouble wall = wall(node, name);
        OptionalDouble code = exit(node, name);
        tree.put("name", name);
        put(tree, "exit_code", code);
        Optional<String> ended = node.text(name + NodeRecord.ENDED);
        tree.put("timed_out", isTimedOut(arm, code, wall, ended.isPresent()));
        tree.put(
                "started",
                node.moment(name + ".before")
                        .map(moment -> moment.instant().toString())
                        .orElse(null));
        put(tree, "wall_seconds", wall);
        put(tree, "cpu_seconds", cpu(node, name));
        put(tree, WORK_UNITS, workUnits);
        metrics.forEach(tree.putObject("metrics")::put);
        digests(node, arm, notes).forEach(tree.putObject("digests")::put);
        tree.put("input_digest", report.inputDigest().orElse(null));
        ObjectNode covariates = tree.putObject("covariates");
        DeviceReadings devices = DeviceReadings.read(node, name);
        covariates(node, name, report, devices).forEach((covariate, value) -> covariates.put(key(covariate), value));
        ObjectNode circumstances = tree.putObject("circumstances");
        NodeEnvironment.texts(node, name, devices)
                .forEach((circumstance, text) -> circumstances.put(NodeEnvironment.key(circumstance), text));
        node.text(name + ".omitted")
                .ifPresent(files -> notes.add(Notes.line("not brought from the node, too large: " + files)));
        List<NodeRun> nodes = NodeRun.read(node, name);
        if (node.number(name + ".nodes").isPresent()) {
            notes.add(Notes.line("nodes that ended by themselves: "
                    + nodes.stream().map(NodeRun::told).collect(Collectors.joining(", "))));
            NodeRun.compared(node, name).forEach(line -> notes.add(Notes.line(line)));
        }
        if (node.text(name + ".held").isPresent()) {
            notes.add("a process outlived the arm and held its output open");
        }
        ended.ifPresent(reason -> notes.add(Notes.line("ended with the whole trial: " + reason)));
        notes.forEach(tree.putArray("notes")::add);
    }

    private static boolean isTimedOut(ArmRequest arm, OptionalDouble code, OptionalDouble wall, boolean isEnded) {
        if (isEnded) {
            return code.orElse(0) == TrialFolder.OUT_OF_TIME;
        }
        return code.isPresent()
                && STOPPED.contains((int) code.getAsDouble())
                && wall.orElse(0) >= arm.timeLimit().toNanos() / 1e9;
    }

    /** Of a job on several nodes that of the first that failed by itself: the others were ended for it. */
    private static OptionalDouble exit(NodeRecord node, String name) {
        OptionalDouble code = node.number(name + ".exit");
        return NodeRun.read(node, name).stream()
                .map(NodeRun::exitCode)
                .filter(own -> own != 0 && !STOPPED.contains(own))
                .findFirst()
                .map(own -> OptionalDouble.of(own))
                .orElse(code);
    }

    /** Of a job on several nodes how long the slowest took, without what it took to start them. */
    private static OptionalDouble wall(NodeRecord node, String name) {
        List<NodeRun> nodes = NodeRun.read(node, name);
        if (!nodes.isEmpty() && nodes.size() == node.number(name + ".nodes").orElse(0)) {
            return NodeRun.slowest(nodes);
        }
        return node.moment(name + ".before")
                .flatMap(before -> node.moment(name + ".after").map(after -> after.secondsSince(before)))
                .map(own -> OptionalDouble.of(own))
                .orElse(OptionalDouble.empty());
    }

    private static OptionalDouble cpu(NodeRecord node, String name) {
        if (node.number(name + ".nodes").isPresent()) {
            return NodeRun.cpuSeconds(NodeRun.read(node, name));
        }
        OptionalDouble before =
                CpuTimes.seconds(node.text(name + ".times_before").orElse(""));
        OptionalDouble after = CpuTimes.seconds(node.text(name + ".times_after").orElse(""));
        return before.isPresent() && after.isPresent()
                ? OptionalDouble.of(after.getAsDouble() - before.getAsDouble())
                : OptionalDouble.empty();
    }

    private static Map<Covariate, Double> covariates(
            NodeRecord node, String name, JobReport report, DeviceReadings devices) {
        Map<Covariate, Double> covariates = new EnumMap<>(NodeEnvironment.figures(node, name));
        node.number(name + ".load").ifPresent(value -> covariates.put(Covariate.LOAD_1M, value));
        node.number(name + ".mhz").ifPresent(value -> covariates.put(Covariate.CPU_MHZ, value));
        report.inputBytes().ifPresent(value -> covariates.put(Covariate.INPUT_BYTES, value));
        covariates.putAll(devices.covariates(wall(node, name)));
        NodeRun.skew(NodeRun.read(node, name)).ifPresent(value -> covariates.put(Covariate.NODE_SKEW, value));
        queue(node).ifPresent(value -> covariates.put(Covariate.QUEUE_SECONDS, value));
        return covariates;
    }

    /**
     * From the request's own file to the script's start. A file server whose clock is ahead of the node's can make that less than nothing:
     * then it was nothing that could be measured.
     */
    private static OptionalDouble queue(NodeRecord node) {
        OptionalDouble waited = node.seconds("submitted", "launched");
        return waited.isPresent() ? OptionalDouble.of(Math.max(0, waited.getAsDouble())) : waited;
    }

    static ArmResult read(JsonNode tree, Path trial) {
        String name = tree.path("name").asText();
        Map<String, Double> metrics = new HashMap<>();
        tree.path("metrics")
                .properties()
                .forEach(entry -> metrics.put(entry.getKey(), entry.getValue().doubleValue()));
        Map<String, String> digests = new HashMap<>();
        tree.path("digests")
                .properties()
                .forEach(entry -> digests.put(entry.getKey(), entry.getValue().asText()));
        Map<Covariate, Double> covariates = new EnumMap<>(Covariate.class);
        for (Covariate covariate : Covariate.values()) {
            number(tree.path("covariates").path(key(covariate))).ifPresent(value -> covariates.put(covariate, value));
        }
        Map<EnvironmentFact, String> circumstances = new EnumMap<>(EnvironmentFact.class);
        for (EnvironmentFact circumstance : EnvironmentFact.values()) {
            text(tree.path("circumstances").path(NodeEnvironment.key(circumstance)))
                    .ifPresent(value -> circumstances.put(circumstance, value));
        }
        List<String> notes = new ArrayList<>();
        tree.path("notes").forEach(note -> notes.add(note.asText()));
        JsonNode code = tree.path("exit_code");
        return new ArmResult(
                name,
                code.isNumber() ? OptionalInt.of(code.intValue()) : OptionalInt.empty(),
                tree.path("timed_out").asBoolean(),
                text(tree.path("started")).map(Instant::parse),
                number(tree.path("wall_seconds")),
                number(tree.path("cpu_seconds")),
                number(tree.path(WORK_UNITS)),
                metrics,
                digests,
                text(tree.path("input_digest")),
                covariates,
                circumstances,
                Optional.of(trial.resolve(name)),
                Optional.empty(),
                notes);
    }

    static Optional<String> text(JsonNode value) {
        return Optional.ofNullable(value.textValue());
    }

    static OptionalDouble number(JsonNode value) {
        return value.isNumber() ? OptionalDouble.of(value.doubleValue()) : OptionalDouble.empty();
    }

    static void put(ObjectNode tree, String name, OptionalDouble value) {
        if (value.isPresent()) {
            tree.put(name, value.getAsDouble());
        } else {
            tree.putNull(name);
        }
    }

    private static String key(Covariate covariate) {
        return covariate.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the SHA-256 by file: declared outputs under their own paths, what lies under AMDAHL_OUTPUT as {@code AMDAHL_OUTPUT/path}. */
    private static Map<String, String> digests(NodeRecord node, ArmRequest arm, List<String> notes) {
        Map<String, String> digests = new TreeMap<>();
        for (int i = 0; i < arm.outputs().size(); i++) {
            String path = arm.outputs().get(i);
            Optional<String> digest = node.text(arm.name() + ".digest." + i)
                    .filter(text -> SHA_256.matcher(text).matches());
            digest.ifPresent(text -> digests.put(path, text));
            if (digest.isEmpty()) {
                String why = node.text(arm.name() + ".too_long." + i)
                        .map(bytes -> bytes + " bytes take longer to read than the arm's time limit and 3 s")
                        .orElse("not written, or not a regular file");
                notes.add(Notes.line("output " + path + " not digested: " + why));
            }
        }
        node.text(arm.name() + ".output_too_long")
                .ifPresent(any ->
                        notes.add(FOLDER + " not digested: it takes longer to read than the arm's time limit and 3 s"));
        node.text(arm.name() + ".output_all").ifPresent(text -> digests.put(FOLDER, text));
        node.text(arm.name() + ".output").ifPresent(list -> readList(list, digests));
        return digests;
    }

    private static void readList(String base64, Map<String, String> digests) {
        String list = new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
        for (String line : list.split("\0", -1)) {
            if (line.length() > 66) {
                digests.put(FOLDER + "/" + line.substring(66).replaceFirst("^\\./", ""), line.substring(0, 64));
            }
        }
    }
}
