package dev.amdahl.examples.cli.gpu;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.amdahl.core.ledger.entry.HostHealth;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a node of a cluster said of itself: data of another machine, of which only what is understood is taken.
 *
 * @param host its name; its number where that is not known
 * @param grade of it; empty if it gave no verdict
 * @param devices what was found of each device, and of the host itself as the device {@code host}
 * @param reasons what was found, or why there is no verdict
 * @param untested what was not measured
 */
record NodeVerdict(
        String host,
        Optional<HostHealth.Grade> grade,
        List<HostHealth> devices,
        List<String> reasons,
        List<String> untested) {
    /** The device under which the ledger keeps what is of the host itself. */
    static final String HOST = "host";

    private static final int MAX_BYTES = 4 << 20;
    private static final int MAX_NAME = 200;

    /** Reads that of a node in the folder of all. */
    static NodeVerdict of(Path folder, int node) {
        Optional<String> known = line(folder.resolve(NodesRequest.HOST + node)).map(NodeVerdict::name);
        String host = known.orElse("node " + node);
        try {
            Path file = folder.resolve(NodesRequest.VERDICT + node);
            if (!Files.exists(file)) {
                return none(known, host, "gave no verdict: it was lost, hung, or never started");
            }
            if (Files.size(file) == 0 || Files.size(file) > MAX_BYTES) {
                return none(
                        known,
                        host,
                        "gave no verdict: "
                                + line(folder.resolve("errors-" + node)).orElse("it said nothing"));
            }
            return of(host, JsonMapper.builder().build().readTree(file.toFile()));
        } catch (JsonProcessingException | IllegalArgumentException e) {
            return none(known, host, "gave a verdict that cannot be read");
        } catch (IOException e) {
            return none(known, host, "gave a verdict that cannot be opened: " + e.getMessage());
        }
    }

    /** No trial shall run there, if it is known where that is. */
    private static NodeVerdict none(Optional<String> known, String host, String why) {
        List<HostHealth> unfit = known.stream()
                .map(name ->
                        new HostHealth(name, HOST, "", "", HostHealth.Grade.FAIL, Map.of(), List.of("burnin: " + why)))
                .toList();
        return new NodeVerdict(host, Optional.empty(), unfit, List.of(why), List.of());
    }

    private static Optional<String> line(Path file) {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.UTF_8)) {
            return lines.filter(line -> !line.isBlank()).findFirst().map(line -> cut(line.strip()));
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    private static String cut(String text) {
        return text.substring(0, Math.min(MAX_NAME, text.length()));
    }

    private static String name(String text) {
        return cut(text.replace('/', '_'));
    }

    private static NodeVerdict of(String host, JsonNode json) {
        List<HostHealth> devices = new ArrayList<>();
        json.path("devices")
                .forEach(device -> devices.add(health(
                        host,
                        name(device.path("device").asText("?")),
                        device.path("model").asText(""),
                        device.path("driver").asText(""),
                        device.path("verdict").asText(""),
                        device.path("phases"))));
        devices.add(health(host, HOST, "", "", json.path("host_verdict").asText(""), json.path("phases")));
        return new NodeVerdict(
                host,
                Optional.of(HostHealth.Grade.valueOf(json.path("verdict").asText(""))),
                devices,
                texts(json.path("reasons")),
                texts(json.path("not_tested")));
    }

    private static HostHealth health(
            String host, String device, String model, String driver, String grade, JsonNode phases) {
        Map<String, Double> figures = new TreeMap<>();
        List<String> reasons = new ArrayList<>();
        phases.forEach(phase -> {
            String name = phase.path("phase").asText("");
            phase.path("figures").properties().forEach(figure -> {
                if (figure.getValue().isNumber()) {
                    figures.put(name + "." + figure.getKey(), figure.getValue().asDouble());
                }
            });
            texts(phase.path("reasons")).forEach(reason -> reasons.add(name + ": " + reason));
        });
        HostHealth.Grade known = HostHealth.Grade.valueOf(grade);
        if (known != HostHealth.Grade.OK && reasons.isEmpty()) {
            throw new IllegalArgumentException(grade + " without a reason");
        }
        return new HostHealth(host, device, model, driver, known, figures, reasons);
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText("")));
        return texts;
    }

    boolean isSick() {
        return grade.isEmpty() || grade.get() == HostHealth.Grade.FAIL;
    }
}
