package dev.amdahl.examples.cli.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.core.internal.report.trace.ChromeTrace;
import dev.amdahl.core.internal.report.trace.Shade;
import dev.amdahl.core.internal.report.trace.Strip;
import dev.amdahl.core.internal.report.trace.TracePage;
import dev.amdahl.core.internal.timeline.Ceilings;
import dev.amdahl.core.internal.timeline.analysis.IdleGaps;
import dev.amdahl.core.internal.timeline.path.CriticalPath;
import dev.amdahl.core.internal.timeline.path.PathSegments;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.profilers.kineto.TraceSummary;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Writes the page and the Chrome trace of an answer: whole or not at all. */
final class TraceFiles {
    private TraceFiles() {}

    /** What fills a file. */
    private interface Content {
        void write(OutputStream out) throws IOException;
    }

    /** @throws InvalidInputException where the file cannot be written, or would be written over a trace */
    static void requireWritable(Path out, List<Path> traces) throws IOException {
        Path folder = out.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new InvalidInputException(out.toString(), "its folder does not exist", "make the folder first");
        }
        if (Files.isDirectory(out)) {
            throw new InvalidInputException(out.toString(), "is a folder", "name a file in it");
        }
        for (Path trace : traces) {
            if (Files.exists(out) && Files.isSameFile(out, trace)) {
                throw new InvalidInputException(out.toString(), "is the trace itself", "name another file");
            }
        }
    }

    static void page(TraceAnswer answer, Path out) throws IOException {
        TracePage page = page(answer, title(answer));
        whole(out, stream -> {
            Writer writer = new OutputStreamWriter(stream, UTF_8);
            page.write(writer);
            writer.flush();
        });
    }

    /** Returns the page about an answer. @throws InvalidInputException if there is no timeline to draw */
    static TracePage page(TraceAnswer answer, String title) {
        Timeline timeline = timeline(answer);
        TracePage page = new TracePage(title, subtitle(answer), timeline);
        answer.firstLook().forEach(page::lead);
        answer.diagnosis().ifPresent(diagnosis -> loss(page, diagnosis));
        answer.summary().ifPresent(summary -> cards(page, summary));
        page.strip(path(CriticalPath.of(timeline)));
        idle(timeline).forEach(page::strip);
        answer.tables().forEach(page::table);
        return page;
    }

    static void chromeTrace(TraceAnswer answer, Path out) throws IOException {
        Timeline timeline = timeline(answer);
        boolean gzip = out.toString().endsWith(".gz");
        List<Strip> strips = new ArrayList<>(List.of(path(CriticalPath.of(timeline))));
        strips.addAll(idle(timeline).values());
        whole(
                out,
                stream -> ChromeTrace.write(timeline, strips, gzip ? new GZIPOutputStream(stream, 1 << 16) : stream));
    }

    private static Timeline timeline(TraceAnswer answer) {
        return answer.timeline()
                .orElseThrow(() -> new InvalidInputException(
                        answer.reading().name(),
                        "holds no timeline, so there is nothing to draw",
                        "leave out --html and --chrome-trace"));
    }

    /** Without the folders of this machine. */
    private static String title(TraceAnswer answer) {
        Path file = answer.reading().profile().artifact().path();
        return String.valueOf(file.getFileName());
    }

    private static String subtitle(TraceAnswer answer) {
        return answer.reading().profile().profiler() + " trace, "
                + accelerators(answer.timeline().map(Timeline::accelerators).orElse(0));
    }

    private static String accelerators(int count) {
        return Plurals.of(count, "accelerator");
    }

    private static void cards(TracePage page, TraceSummary summary) {
        TraceSummary.Device device = summary.device();
        TraceSummary.Accelerators others = summary.accelerators();
        if (others == null || device.gpuOps() > 0) {
            cards(page, "pieces of device work", device.gpuOps(), device.spanNanos(), device.busyNanos());
        }
        if (others != null) {
            cards(page, "pieces of accelerator work", others.ops(), others.spanNanos(), others.busyNanos());
        }
    }

    private static void cards(TracePage page, String what, long pieces, @Nullable Long span, @Nullable Long busy) {
        page.card(what, Plurals.grouped(pieces));
        if (span != null && busy != null && span > 0) {
            page.card("from first to last", Words.number("%.3f s", span / 1e9));
            page.card("busy", Words.percent((double) busy / span));
        }
    }

    private static void loss(TracePage page, Diagnosis diagnosis) {
        Ceilings.of(diagnosis).stream()
                .findFirst()
                .ifPresent(ceiling -> page.card(
                        "without " + ceiling.classes().iterator().next().label(),
                        "at most " + Words.number("%.2fx", ceiling.wallCeiling()) + " faster"));
    }

    private static void whole(Path out, Content content) throws IOException {
        Path draft = out.toAbsolutePath()
                .resolveSibling(
                        "." + out.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
        draft.toFile().deleteOnExit();
        try {
            try (OutputStream stream = new BufferedOutputStream(Files.newOutputStream(draft), 1 << 16)) {
                content.write(stream);
            }
            Files.move(draft, out, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** Returns why each stream was idle, by its lane. */
    private static Map<Lane, Strip> idle(Timeline timeline) {
        Map<Lane, Strip> strips = new LinkedHashMap<>();
        IdleGaps.visit(timeline, (lane, start, end, reason) -> {
            Shade shade = Shade.of(reason);
            strips.computeIfAbsent(lane, any -> new Strip("why " + lane.name() + " is idle"))
                    .add(start, end, shade, shade.name());
        });
        return strips;
    }

    /** On what the length of the whole timeline hangs. */
    private static Strip path(CriticalPath path) {
        Strip strip = new Strip("critical path");
        PathSegments segments = path.segments();
        for (int i = 0; i < segments.size(); i++) {
            Shade shade = Shade.of(segments.kind(i));
            strip.add(segments.start(i), segments.end(i), shade, shade.name());
        }
        return strip;
    }
}
