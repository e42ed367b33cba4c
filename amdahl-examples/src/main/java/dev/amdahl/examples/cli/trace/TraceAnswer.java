package dev.amdahl.examples.cli.trace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.analysis.TraceAccount;
import dev.amdahl.core.analysis.TraceAccount.Collective;
import dev.amdahl.core.internal.report.TextTimeline;
import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.internal.report.trace.PageTable;
import dev.amdahl.core.internal.timeline.analysis.TraceAnalysis;
import dev.amdahl.core.internal.timeline.detect.Detection;
import dev.amdahl.core.internal.timeline.detect.Detectors;
import dev.amdahl.core.internal.timeline.path.CriticalPath;
import dev.amdahl.core.internal.timeline.path.PathReport;
import dev.amdahl.core.internal.timeline.sites.SiteReport;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.common.Width;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.profilers.internal.nsight.NcuReport;
import dev.amdahl.profilers.kineto.ServingSteps;
import dev.amdahl.profilers.kineto.TraceSummary;
import dev.amdahl.profilers.kineto.host.FrameWait;
import dev.amdahl.profilers.torch.FlightRecords;
import dev.amdahl.profilers.torch.MemorySnapshot;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What {@code trace} says of one file or one run, for programs and for people. Immutable. */
public final class TraceAnswer {
    private static final int MAX_NAMES = 20;
    private static final Executor ASIDE = task -> new Thread(task, "amdahl-trace-analysis").start();

    private final TraceReading reading;
    private final Optional<SiteReport> sites;
    private final Optional<Diagnosis> diagnosis;
    private final Optional<TraceSummary> summary;
    private final Optional<TraceAnalysis> analysis;
    private final Optional<PathReport> path;
    private final Optional<NcuReport> kernels;
    private final List<ServingSteps> serving;
    private final Optional<OperatorTable> operators;
    private final Optional<LaunchTable> launches;
    private final int most;
    private final Optional<MemorySnapshot> memory;
    private final Optional<FlightRecords> flights;
    private final List<Collective> collectives;

    /**
     * Analyses what was read.
     *
     * @param kernels how many names of kernels to show
     * @param withPath whether the critical path is asked for
     * @param sites places in source, where those were asked for
     */
    public TraceAnswer(TraceReading reading, int kernels, boolean withPath, Optional<SiteReport> sites) {
        this.reading = reading;
        this.sites = sites;
        this.most = kernels;
        this.launches = LaunchTable.of(reading.parts());
        this.kernels = reading.kernels();
        this.memory = reading.memory();
        this.flights = reading.flights();
        int names = Math.min(kernels, MAX_NAMES);
        boolean isAmple = timeline()
                .filter(timeline -> !TraceRoom.of(timeline, 0).isAmple())
                .isEmpty();
        CompletableFuture<Optional<TraceAnalysis>> beside = CompletableFuture.supplyAsync(
                () -> timeline().map(timeline -> TraceAnalysis.of(timeline, names)), isAmple ? ASIDE : Runnable::run);
        this.serving = timeline().map(ServingSteps::of).orElse(List.of());
        this.summary = timeline().map(timeline -> TraceSummary.of(timeline, kernels));
        this.path = timeline()
                .filter(timeline -> withPath)
                .map(timeline -> CriticalPath.of(timeline).report());
        this.operators = timeline().flatMap(timeline -> OperatorTable.of(timeline, reading.devices(), kernels));
        this.diagnosis = reading.diagnosis(() -> joined(beside).orElseThrow());
        this.analysis = joined(beside);
        this.collectives = timeline().map(TraceAccount::collectives).orElse(List.of());
    }

    /** Says what went wrong there as if it had been here. */
    private static <T> T joined(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    public Optional<Diagnosis> diagnosis() {
        return diagnosis;
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

    ObjectNode json() {
        Profile profile = reading.profile();
        ObjectNode document = Json.object().put("file", reading.name()).put("profiler", profile.profiler());
        if (summary.isPresent() && analysis.isPresent()) {
            TraceJson.add(document, summary.get(), analysis.get());
        }
        if (operators.isPresent()) {
            document.set("operators", operators.get().json());
        }
        if (launches.isPresent()) {
            document.set("launched_by", launches.get().json(most));
        }
        if (!collectives.isEmpty()) {
            document.set("collectives", TraceJson.collectives(collectives));
        }
        if (path.isPresent()) {
            document.set("critical_path", Json.tree(path.get()));
        }
        if (diagnosis.isPresent()) {
            document.set("classes", new TraceAccounts(diagnosis.get()).json());
            document.set("detections", TraceJson.detections(Detectors.of(diagnosis.get())));
        }
        if (sites.isPresent()) {
            document.set("sites", Json.tree(sites.get().sites()));
            document.set("hot_lines", Json.tree(sites.get().hotLines()));
        }
        ObjectNode counters = Json.object();
        new TreeMap<>(profile.counters()).forEach((name, value) -> counters.set(name, Json.number(value)));
        document.set("counters", counters);
        document.set("hot_frames", Json.array(profile.hotFrames(), TraceAnswer::json));
        List<FrameWait> waits = reading.frameWaits();
        if (!waits.isEmpty()) {
            document.set("frame_waits", TraceJson.waits(waits));
        }
        if (memory.isPresent()) {
            document.set("memory", Json.tree(memory.get().devices()));
        }
        if (flights.isPresent()) {
            document.set("flight_recorder", Json.tree(flights.get()));
        }
        if (!serving.isEmpty()) {
            document.set("serving_steps", Json.tree(serving));
        }
        if (kernels.isPresent()) {
            document.set("profiled_kernels", Json.tree(kernels.get().kernels()));
        }
        document.set("findings", Json.texts(findings()));
        return document;
    }

    private static JsonNode json(HotFrame frame) {
        ObjectNode row = Json.object().put("frame", frame.frame());
        row.set("seconds", Json.number(frame.seconds()));
        return row;
    }

    private List<String> findings() {
        Set<String> all = new LinkedHashSet<>(reading.profile().findings());
        if (diagnosis.isPresent()) {
            all.addAll(diagnosis.get().findings());
        }
        if (path.isPresent()) {
            all.addAll(path.get().findings());
        }
        if (sites.isPresent()) {
            all.addAll(sites.get().findings());
        }
        return List.copyOf(all);
    }

    /** Returns what the file says first of all, in sentences. */
    List<String> firstLook() {
        return flights.map(FlightRecords::sentences)
                .orElseGet(() -> TraceLead.of(reading.profile(), diagnosis, findings()));
    }

    /** Returns what is told in rows, in the order in which people ask. */
    List<PageTable> tables() {
        TraceTables tables = new TraceTables();
        diagnosis.ifPresent(tables::accounts);
        List<Detection> detections = diagnosis.map(Detectors::of).orElse(List.of());
        tables.detections(detections);
        tables.serving(serving);
        analysis.ifPresent(found -> tables.idle(found.idle()));
        analysis.ifPresent(found -> tables.overlap(found.overlap()));
        path.ifPresent(tables::path);
        sites.ifPresent(tables::sites);
        operators.ifPresent(tables::operators);
        launches.ifPresent(tables::launches);
        tables.collectives(collectives);
        summary.ifPresent(found -> tables.kernels(found.kernels()));
        tables.frames(reading.profile().hotFrames());
        tables.waits(reading.frameWaits());
        kernels.ifPresent(tables::profiled);
        memory.ifPresent(found -> found.devices().forEach(tables::memory));
        flights.ifPresent(tables::flights);
        if (flights.isPresent()) {
            return tables.all();
        }
        if (summary.filter(found -> found.device().gpuOps() > 0 || found.accelerators() != null)
                .isEmpty()) {
            tables.counters(reading.profile().counters());
        }
        Set<String> fired = detections.stream().map(Detection::statement).collect(Collectors.toSet());
        tables.findings(
                findings().stream().filter(finding -> !fired.contains(finding)).toList());
        return tables.all();
    }

    String text() {
        StringBuilder out = new StringBuilder();
        Width width = Width.ofTerminal();
        firstLook().forEach(sentence -> out.append(width.lines("", sentence)));
        out.append(out.isEmpty() ? "" : "\n");
        out.append(Width.line(
                "",
                reading.name()
                        + summary.map(TraceAnswer::headline)
                                .orElse(" (" + reading.profile().profiler() + ")")));
        out.append('\n');
        timeline()
                .map(timeline -> TextTimeline.draw(timeline, width.columns()))
                .filter(drawn -> !drawn.isEmpty())
                .ifPresent(drawn -> out.append("Timeline\n\n").append(drawn).append('\n'));
        for (PageTable shown : tables()) {
            if (shown.columns().size() == 1) {
                shown.rows().forEach(row -> out.append(Width.line("note: ", row.get(0))));
                out.append('\n');
            } else {
                Table table = new Table(shown.columns().toArray(new String[0]));
                shown.rows().forEach(row -> table.row(row.toArray(new String[0])));
                out.append(shown.title()).append("\n\n").append(table).append('\n');
            }
        }
        return out.toString();
    }

    private static String headline(TraceSummary summary) {
        TraceSummary.Device device = summary.device();
        TraceSummary.Accelerators others = summary.accelerators();
        String gpus = headline(
                Plurals.of(device.gpuOps(), "piece") + " of device work", device.spanNanos(), device.busyNanos());
        if (others == null) {
            return ": " + gpus;
        }
        String rest = headline(
                Plurals.of(others.ops(), "piece") + " of accelerator work", others.spanNanos(), others.busyNanos());
        return ": " + (device.gpuOps() == 0 ? rest : gpus + "; " + rest);
    }

    private static String headline(String pieces, @Nullable Long span, @Nullable Long busy) {
        return span == null || busy == null || span == 0
                ? pieces
                : pieces + ", " + ReportText.seconds(span / 1e9) + ", busy " + Words.percent((double) busy / span);
    }
}
