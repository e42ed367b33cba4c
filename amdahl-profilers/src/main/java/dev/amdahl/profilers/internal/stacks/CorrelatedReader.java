package dev.amdahl.profilers.internal.stacks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.profilers.internal.LaneColumnsBuilder;
import dev.amdahl.profilers.internal.TextLines;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the lines of one correlated file. Not thread-safe, used once. */
final class CorrelatedReader {
    private static final String REMEDY = "write the shape that docs/profilers.md shows";
    /** Launches and kernels that are kept. */
    private static final int MAX = 1_000_000;

    private static final int MAX_LANES = 10_000;

    private final Artifact artifact;
    private final ProfileLimits limits;
    private final ObjectMapper mapper;
    private final Labels labels = new Labels();
    private final KernelJoin join;
    private final Map<String, LaneColumnsBuilder> lanes = new LinkedHashMap<>();
    private boolean isEpochBased;
    private int records;

    CorrelatedReader(Artifact artifact, ProfileLimits limits) {
        this.artifact = artifact;
        this.limits = limits;
        join = new KernelJoin(labels);
        mapper = new ObjectMapper(JsonFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(Math.min(8, limits.maxDepth()))
                        .build())
                .build());
    }

    Profile read() {
        try (TextLines lines = TextLines.open(artifact, limits)) {
            String first = lines.nextWhole();
            JsonNode header = first == null ? mapper.missingNode() : parse(first, lines);
            if (!header.path("format").asText().equals(CorrelatedProfiler.FORMAT)) {
                throw lines.invalidFile("the first line is not a header of " + CorrelatedProfiler.FORMAT, REMEDY);
            }
            isEpochBased = header.path("clock").asText().equals("epoch");
            for (String line = lines.nextWhole(); line != null; line = lines.nextWhole()) {
                if (lines.longLines() > 0) {
                    throw lines.invalid("longer than " + TextLines.MAX_LENGTH + " bytes", REMEDY);
                }
                if (!line.isBlank()) {
                    take(parse(line, lines), lines);
                }
            }
        }
        List<String> findings = new ArrayList<>(join.findings());
        return new SampledProfile(
                artifact,
                CorrelatedProfiler.NAME,
                LaneTimeline.of(lanes.values(), isEpochBased),
                join.counters(),
                join.hotFrames(),
                findings);
    }

    private void take(JsonNode record, TextLines lines) {
        boolean hasKernel = record.path("kernel").isTextual();
        List<String> stack = frames(record.path("stack"), lines);
        if (!hasKernel && stack.isEmpty()) {
            throw lines.invalid("neither a kernel nor a stack", REMEDY);
        }
        int most = Math.min(limits.maxEvents(), MAX);
        if (records++ >= most) {
            throw lines.invalid("more than " + most + " launches and kernels", "record for a shorter time");
        }
        long correlation = record.has("correlation") ? number(record, "correlation", lines) : -1;
        if (correlation < 0 && (stack.isEmpty() || !hasKernel)) {
            throw lines.invalid("no correlation to join it by", REMEDY);
        }
        long process = record.has("pid") ? number(record, "pid", lines) : 0;
        if (!hasKernel) {
            join.launch(process, correlation, HostFrames.launcher(stack));
            launchInterval(record, stack, correlation, lines);
            return;
        }
        long start = number(record, "start_ns", lines);
        long end = number(record, "end_ns", lines);
        if (end < start) {
            throw lines.invalid("the kernel ends at " + end + ", before its start at " + start, REMEDY);
        }
        String kernel = record.path("kernel").asText();
        long device = record.has("device") ? number(record, "device", lines) : 0;
        long stream = record.has("stream") ? number(record, "stream", lines) : 0;
        if (device > 65_535) {
            throw lines.invalid("the device is " + device + ", more than 65535", REMEDY);
        }
        lane(Activity.Side.DEVICE, (int) device, "device " + device + " stream " + stream, lines)
                .add(start, end, Activity.KERNEL, labels.shared(kernel), correlation);
        if (stack.isEmpty()) {
            join.kernel(process, correlation, kernel, end - start);
        } else {
            join.whole(HostFrames.launcher(stack), kernel, end - start);
        }
    }

    private void launchInterval(JsonNode record, List<String> stack, long correlation, TextLines lines) {
        if (!record.has("time_ns")) {
            return;
        }
        long start = number(record, "time_ns", lines);
        long end = record.has("end_ns") ? number(record, "end_ns", lines) : start;
        String thread = record.has("tid") ? "thread " + number(record, "tid", lines) : "host";
        lane(Activity.Side.HOST, -1, thread, lines)
                .add(
                        start,
                        Math.max(start, end),
                        Activity.LAUNCH,
                        labels.shared(stack.get(stack.size() - 1)),
                        correlation);
    }

    private LaneColumnsBuilder lane(Activity.Side side, int device, String name, TextLines lines) {
        LaneColumnsBuilder known = lanes.get(name);
        if (known != null) {
            return known;
        }
        if (lanes.size() >= MAX_LANES) {
            throw lines.invalid("more than " + MAX_LANES + " streams and threads", "record fewer of them");
        }
        LaneColumnsBuilder lane = new LaneColumnsBuilder(side, device, name);
        lanes.put(name, lane);
        return lane;
    }

    private static List<String> frames(JsonNode stack, TextLines lines) {
        if (stack.isTextual()) {
            return FoldedLine.of(stack.asText() + " 1").map(FoldedLine::frames).orElse(List.of());
        }
        List<String> frames = new ArrayList<>();
        for (JsonNode frame : stack) {
            if (!frame.isTextual() || frames.size() >= FoldedLine.DEEPEST) {
                throw lines.invalid("a stack is a list of at most " + FoldedLine.DEEPEST + " texts", REMEDY);
            }
            frames.add(frame.asText());
        }
        return frames;
    }

    private static long number(JsonNode record, String key, TextLines lines) {
        JsonNode value = record.path(key);
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
            String shown = value.toString();
            throw lines.invalid(
                    key + " is " + shown.substring(0, Math.min(40, shown.length())) + ", no whole number from 0",
                    REMEDY);
        }
        return value.longValue();
    }

    private JsonNode parse(String line, TextLines lines) {
        try (JsonParser parser = mapper.createParser(line)) {
            JsonNode node = mapper.readTree(parser);
            if (node == null || !node.isObject() || parser.nextToken() != null) {
                throw lines.invalid("not one JSON object", REMEDY);
            }
            return node;
        } catch (JsonProcessingException e) {
            throw new InvalidInputException(lines.place(), "not JSON: " + e.getOriginalMessage(), REMEDY, e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
