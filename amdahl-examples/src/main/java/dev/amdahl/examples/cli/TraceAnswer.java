package dev.amdahl.examples.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.profilers.kineto.TraceSummary;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What {@code trace} says of one file, for programs and for people. Immutable. */
final class TraceAnswer {
    private static final int FRAMES = 10;

    private final TraceReading reading;
    private final Optional<TraceSummary> summary;
    private final Optional<TraceAccounts> accounts;

    TraceAnswer(TraceReading reading, int kernels) {
        this.reading = reading;
        this.summary = timeline().map(timeline -> TraceSummary.of(timeline, kernels));
        this.accounts = reading.diagnosis().map(TraceAccounts::new);
    }

    TraceReading reading() {
        return reading;
    }

    Optional<Timeline> timeline() {
        return reading.profile().timeline();
    }

    Optional<TraceSummary> summary() {
        return summary;
    }

    Optional<TraceAccounts> accounts() {
        return accounts;
    }

    ObjectNode json() {
        Profile profile = reading.profile();
        ObjectNode document =
                Json.object().put("file", reading.file().toString()).put("profiler", profile.profiler());
        summary.ifPresent(found -> document.setAll((ObjectNode) Json.tree(found)));
        accounts.ifPresent(found -> document.set("classes", found.json()));
        ObjectNode counters = Json.object();
        profile.counters().forEach((name, value) -> counters.set(name, Json.number(value)));
        document.set("counters", counters);
        document.set("hot_frames", Json.array(profile.hotFrames(), TraceAnswer::json));
        document.set("findings", Json.texts(reading.findings()));
        return document;
    }

    private static JsonNode json(HotFrame frame) {
        ObjectNode row = Json.object().put("frame", frame.frame());
        row.set("seconds", Json.number(frame.seconds()));
        return row;
    }

    String text() {
        StringBuilder out = new StringBuilder(reading.file().toString());
        summary.ifPresent(found -> out.append(headline(found.device())));
        out.append("\n\n");
        accounts.ifPresent(found -> {
            Table classes = new Table("class", "seconds", "share", "ceiling (wall)", "ceiling (accelerator)");
            found.rows().forEach(row -> classes.row(row.toArray(new String[0])));
            out.append(classes).append('\n');
        });
        summary.filter(found -> !found.kernels().isEmpty())
                .ifPresent(found -> out.append(kernels(found.kernels())).append('\n'));
        frames(out);
        if (summary.isEmpty()) {
            counters(out);
        }
        reading.findings()
                .forEach(finding -> out.append("note: ").append(finding).append('\n'));
        return out.toString();
    }

    private static String headline(TraceSummary.Device device) {
        String pieces = ": " + device.gpuOps() + " pieces of device work";
        Long span = device.spanNanos();
        Long busy = device.busyNanos();
        return span == null || busy == null || span == 0
                ? pieces
                : pieces + Words.number(", %.3f s", span / 1e9) + ", busy " + Words.percent((double) busy / span);
    }

    private static Table kernels(List<TraceSummary.Kernel> kernels) {
        Table table = new Table("device work", "count", "total ms", "mean us");
        kernels.forEach(kernel -> table.row(
                kernel.name().length() > 60 ? kernel.name().substring(0, 60) + "…" : kernel.name(),
                Long.toString(kernel.count()),
                Words.number("%.3f", kernel.totalNanos() / 1e6),
                Words.number("%.1f", kernel.meanNanos() / 1e3)));
        return table;
    }

    private void frames(StringBuilder out) {
        List<HotFrame> frames = reading.profile().hotFrames();
        if (!frames.isEmpty()) {
            Table table = new Table("hot frame", "seconds");
            frames.stream()
                    .limit(FRAMES)
                    .forEach(frame -> table.row(frame.frame(), Words.number("%.6f", frame.seconds())));
            out.append(table).append('\n');
        }
    }

    private void counters(StringBuilder out) {
        Table table = new Table("counter", "value");
        reading.profile().counters().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(counter -> table.row(counter.getKey(), Words.number("%.6g", counter.getValue())));
        out.append(table).append('\n');
    }
}
