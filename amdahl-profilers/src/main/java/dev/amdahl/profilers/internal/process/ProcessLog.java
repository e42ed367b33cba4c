package dev.amdahl.profilers.internal.process;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.profilers.internal.Unreadable;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the lines that a capture wrote: each counter is the last sample minus the first. Not thread-safe, used once. */
final class ProcessLog {
    static final int MAX_LINE = 1 << 16;

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String REMEDY = "capture the run again";

    private final Artifact artifact;
    private final ProfileLimits limits;
    private final List<String> findings = new ArrayList<>();
    private @Nullable JsonNode first;
    private @Nullable JsonNode last;
    private double cores;
    private int line;
    private int samples;

    ProcessLog(Artifact artifact, ProfileLimits limits) {
        this.artifact = artifact;
        this.limits = limits;
    }

    Profile read() {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(artifact.path()), 1 << 16)) {
            long size = Files.size(artifact.path());
            if (size > limits.maxBytes()) {
                throw invalid("holds " + size + " bytes, more than " + limits.maxBytes(), "raise the byte limit");
            }
            lines(in);
        } catch (IOException e) {
            throw Unreadable.file(artifact.path(), e, "name the file that the capture gave");
        }
        return new ProcessProfile(artifact, counters(), findings);
    }

    private void lines(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b == '\n') {
                line(bytes.toByteArray());
                bytes.reset();
            } else if (bytes.size() >= MAX_LINE) {
                throw invalid("longer than " + MAX_LINE + " bytes", REMEDY);
            } else {
                bytes.write(b);
            }
        }
        if (line == 0) {
            throw invalid("no header", REMEDY);
        }
        if (bytes.size() > 0) {
            findings.add("the last line is cut and was left out");
        }
    }

    private void line(byte[] bytes) throws IOException {
        line++;
        JsonNode node;
        try {
            node = MAPPER.readTree(bytes);
        } catch (JsonProcessingException e) {
            throw new InvalidInputException(place(), "not JSON: " + e.getOriginalMessage(), REMEDY, e);
        }
        if (line == 1) {
            if (!node.path("format").asText().equals(ProcessCapture.FORMAT)) {
                throw invalid("not a header of " + ProcessCapture.FORMAT, REMEDY);
            }
            cores = node.path(ProcessCapture.CORES_KEY).asDouble();
            return;
        }
        if (!node.path("t").isNumber()) {
            throw invalid("no time t", REMEDY);
        }
        if (++samples > limits.maxEvents()) {
            throw invalid("more than " + limits.maxEvents() + " samples", "raise the event limit");
        }
        first = first == null ? node : first;
        last = node;
    }

    private Map<String, Double> counters() {
        Map<String, Double> counters = new HashMap<>();
        counters.put("samples", (double) samples);
        if (first == null || last == null || samples < 2) {
            findings.add("fewer than two samples: the run ended before it could be watched");
            return counters;
        }
        difference("t", "wall_seconds", first, last, counters);
        for (Counter counter : Counter.values()) {
            difference(counter.key(), counter.key(), first, last, counters);
        }
        difference(ProcessCapture.THROTTLED_KEY, ProcessCapture.THROTTLED_KEY, first, last, counters);
        difference(ProcessCapture.GROUP_KEY, ProcessCapture.GROUP_KEY, first, last, counters);
        derive(counters);
        JsonNode use = last.path(ProcessCapture.DEVICE_KEY);
        if (use.isNumber() && use.doubleValue() >= 0 && use.doubleValue() <= 1) {
            counters.put(ProcessCapture.DEVICE_KEY, use.doubleValue());
        }
        return counters;
    }

    /** What ideas ask for, where all that it needs was measured. */
    private void derive(Map<String, Double> counters) {
        double throttled = counters.getOrDefault(ProcessCapture.THROTTLED_KEY, Double.NaN);
        double wanted = throttled + counters.getOrDefault(ProcessCapture.GROUP_KEY, Double.NaN);
        if (wanted > 0) {
            counters.put("cpu_throttled_frac", throttled / wanted);
        }
        double runnable = counters.getOrDefault(Counter.CPU_USER_SECONDS.key(), Double.NaN)
                + counters.getOrDefault(Counter.CPU_SYSTEM_SECONDS.key(), Double.NaN)
                + counters.getOrDefault(Counter.RUN_QUEUE_DELAY_SECONDS.key(), Double.NaN);
        double perCore = runnable / (counters.getOrDefault("wall_seconds", Double.NaN) * cores);
        if (perCore >= 0 && Double.isFinite(perCore)) {
            counters.put("runnable_per_core", perCore);
        }
    }

    private void difference(String key, String name, JsonNode from, JsonNode to, Map<String, Double> counters) {
        if (!from.path(key).isNumber() || !to.path(key).isNumber()) {
            return;
        }
        double difference = to.path(key).doubleValue() - from.path(key).doubleValue();
        if (difference >= 0 && Double.isFinite(difference)) {
            counters.put(name, difference);
        } else {
            findings.add(name + " went backwards and was left out");
        }
    }

    private String place() {
        return artifact.path() + " line " + line;
    }

    private InvalidInputException invalid(String problem, String remedy) {
        return new InvalidInputException(place(), problem, remedy);
    }
}
