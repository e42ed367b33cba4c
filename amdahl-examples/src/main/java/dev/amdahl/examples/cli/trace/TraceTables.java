package dev.amdahl.examples.cli.trace;

import dev.amdahl.core.analysis.TraceAccount.Collective;
import dev.amdahl.core.internal.report.trace.PageTable;
import dev.amdahl.core.internal.timeline.analysis.Overlap;
import dev.amdahl.core.internal.timeline.analysis.StreamIdle;
import dev.amdahl.core.internal.timeline.detect.Detection;
import dev.amdahl.core.internal.timeline.detect.Detectors;
import dev.amdahl.core.internal.timeline.detect.Rule;
import dev.amdahl.core.internal.timeline.path.PathReport;
import dev.amdahl.core.internal.timeline.path.WhatIf;
import dev.amdahl.core.internal.timeline.sites.RankedSite;
import dev.amdahl.core.internal.timeline.sites.SiteReport;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.profilers.internal.nsight.NcuKernel;
import dev.amdahl.profilers.internal.nsight.NcuReport;
import dev.amdahl.profilers.kineto.ServingSteps;
import dev.amdahl.profilers.kineto.TraceSummary;
import dev.amdahl.profilers.kineto.host.FrameWait;
import dev.amdahl.profilers.torch.FlightRecords;
import dev.amdahl.profilers.torch.MemorySnapshot;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.profiler.HotFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The tables of {@code trace}, for the terminal and for the page; empty ones are left out. Not thread-safe. */
final class TraceTables {
    private static final int MAX_ROWS = 10;
    private static final int MAX_RANKS = 64;
    private static final int MAX_NAME = 64;
    /** Of a long name the end is kept too: kernels of one template differ there. */
    private static final int TAIL = 20;

    private static final Set<String> SEVERAL = Detectors.shipped().rules().stream()
            .filter(rule -> rule.classes().size() > 1)
            .map(Rule::id)
            .collect(Collectors.toSet());

    private final List<PageTable> tables = new ArrayList<>();

    List<PageTable> all() {
        return tables;
    }

    void accounts(Diagnosis diagnosis) {
        add(
                "Where the accelerator-seconds went",
                "time goes to|class|seconds|share|ceiling (wall)|ceiling (accelerator)",
                Set.of(2, 3, 4, 5),
                new TraceAccounts(diagnosis).rows());
    }

    /** One line for each cause, the largest ceiling first: what is seen in several ways is still one thing. */
    void detections(List<Detection> detections) {
        Map<String, List<Detection>> causes = new LinkedHashMap<>();
        detections.stream()
                .filter(detection -> detection.outcome() == Detection.Outcome.FIRED)
                .forEach(detection -> causes.computeIfAbsent(cause(detection), any -> new ArrayList<>())
                        .add(detection));
        add(
                "Findings by the rules of profiling tools, by cause",
                "cause|what was seen|ceiling (wall)|rules",
                Set.of(2),
                causes.values().stream().map(TraceTables::cause).toList());
    }

    /** What several classes may be behind is a cause of its own: its ceiling is of all of them. */
    private static String cause(Detection detection) {
        return SEVERAL.contains(detection.rule())
                ? "idle for any reason"
                : detection.bottleneck().name();
    }

    private static List<String> cause(List<Detection> detections) {
        Detection first = detections.get(0);
        return List.of(
                cause(first),
                first.statement().replace(" [" + first.rule() + "]", ""),
                first.wallCeiling() == null ? Words.NONE : Words.number("%.2fx", first.wallCeiling()),
                detections.stream().map(Detection::rule).collect(Collectors.joining(", ")));
    }

    void idle(List<StreamIdle> streams) {
        List<List<String>> rows = new ArrayList<>();
        for (StreamIdle stream : streams) {
            for (StreamIdle.Part part : stream.reasons()) {
                rows.add(List.of(
                        stream.name(),
                        words(part.reason().name()),
                        millis(part.nanos()),
                        Words.percent(part.share()),
                        Integer.toString(part.gaps())));
            }
        }
        add("Why each stream was idle", "stream|idle because|ms|of its idle time|gaps", Set.of(2, 3, 4), rows);
    }

    void overlap(List<Overlap> devices) {
        add(
                "Communication and copies",
                "device|communication ms|not hidden ms|copies ms|not hidden ms",
                Set.of(0, 1, 2, 3, 4),
                devices.stream()
                        .filter(device -> device.communicationNanos() > 0 || device.copyNanos() > 0)
                        .map(device -> List.of(
                                String.valueOf(device.device()),
                                millis(device.communicationNanos()),
                                millis(device.communicationExposedNanos()),
                                millis(device.copyNanos()),
                                millis(device.copyExposedNanos())))
                        .toList());
    }

    void path(PathReport path) {
        add(
                "The critical path: what decides the length of the run",
                "on the critical path|ms|share",
                Set.of(1, 2),
                path.kinds().stream()
                        .map(kind ->
                                List.of(words(kind.kind().name()), millis(kind.nanos()), Words.percent(kind.share())))
                        .toList());
        add(
                "What if",
                "what if|times|then ms|speed-up|bound by its share",
                Set.of(1, 2, 3, 4),
                path.whatIf().stream().map(TraceTables::whatIf).toList());
    }

    private static List<String> whatIf(WhatIf answer) {
        return List.of(
                answer.what(),
                Words.number("%.1f", answer.factor()),
                millis(answer.lengthNanos()),
                Words.number("%.2fx", answer.speedup()),
                answer.shareBound() < answer.speedup() ? Words.NONE : Words.number("%.2fx", answer.shareBound()));
    }

    void sites(SiteReport report) {
        add(
                "Places in source",
                "class|where|kind|seconds|seen|line",
                Set.of(3),
                report.sites().stream().limit(MAX_ROWS).map(TraceTables::site).toList());
    }

    private static List<String> site(RankedSite site) {
        return List.of(
                site.bottleneck().name(),
                site.file() + ":" + site.line(),
                site.kind(),
                Words.number("%.3f", site.seconds()),
                site.matchName(),
                cut(site.text()));
    }

    void kernels(List<TraceSummary.Kernel> all) {
        List<TraceSummary.Kernel> kernels = all.stream().limit(MAX_ROWS * 2L).toList();
        List<String> labels =
                KernelLabel.of(kernels.stream().map(TraceSummary.Kernel::name).toList());
        add(
                "Device work by name",
                "device work|count|total ms|mean us",
                Set.of(1, 2, 3),
                IntStream.range(0, kernels.size())
                        .mapToObj(i -> List.of(
                                labels.get(i),
                                Long.toString(kernels.get(i).count()),
                                millis(kernels.get(i).totalNanos()),
                                Words.number("%.1f", kernels.get(i).meanNanos() / 1e3)))
                        .toList(),
                kernels.stream().map(TraceSummary.Kernel::name).toList());
    }

    /** What launched device work, with what shapes, and how near to the device's peaks it ran. */
    void operators(OperatorTable operators) {
        add(
                "Device time by operator and shapes",
                "operator|calls|ms|TFLOP/s|TB/s|of peak|limit",
                Set.of(1, 2, 3, 4, 5),
                operators.rows(MAX_ROWS),
                operators.names(MAX_ROWS));
        add("Operators at their peaks", "finding", Set.of(), List.of(List.of(operators.note())));
    }

    /** Which modules and lines the device worked for. */
    void launches(LaunchTable launches) {
        add(
                "Device time by the nn.Module that launched it",
                "innermost module|modules|launches|ms|of device time",
                Set.of(1, 2, 3, 4),
                launches.modules(MAX_ROWS));
        add(
                "Device time by the line of code that launched it",
                "innermost line of your own|launches|ms|of device time",
                Set.of(1, 2, 3),
                launches.lines(MAX_ROWS));
    }

    /** How fast collectives of one size ran; what they waited for the other ranks is in it. */
    void collectives(List<Collective> collectives) {
        add(
                "Collectives by size, with the bus bandwidth of nccl-tests",
                "collective|ranks|MB|calls|ms|GB/s median|GB/s best",
                Set.of(1, 2, 3, 4, 5, 6),
                collectives.stream()
                        .limit(MAX_ROWS)
                        .map(one -> List.of(
                                cut(one.name()),
                                Integer.toString(one.ranks()),
                                Words.number("%.3g", one.bytes() / 1e6),
                                Long.toString(one.calls()),
                                millis(one.nanos()),
                                Words.number("%.3g", one.busRate(one.medianNanos()) / 1e9),
                                Words.number("%.3g", one.busRate(one.leastNanos()) / 1e9)))
                        .toList());
        if (!collectives.isEmpty()) {
            add(
                    "Bus bandwidth",
                    "finding",
                    Set.of(),
                    List.of(
                            List.of(
                                    "a collective includes the wait for other ranks, which one rank cannot tell from a slow link:"
                                            + " the fastest of each size is closest to the link, and --rank-dir shows who waited")));
        }
    }

    void frames(List<HotFrame> frames) {
        add(
                "Hot places in code",
                "hot frame|seconds",
                Set.of(1),
                frames.stream()
                        .limit(MAX_ROWS)
                        .map(frame -> List.of(KernelLabel.place(frame.frame()), Words.number("%.4g", frame.seconds())))
                        .toList());
    }

    void waits(List<FrameWait> waits) {
        add(
                "Where threads waited and launched",
                "innermost frame with a line|doing|calls|ms|ms of all below it",
                Set.of(2, 3, 4),
                waits.stream()
                        .filter(wait -> wait.selfNanos() > 0)
                        .limit(MAX_ROWS)
                        .map(wait -> List.of(
                                cut(wait.frame()),
                                words(wait.activity().name()),
                                Long.toString(wait.calls()),
                                millis(wait.selfNanos()),
                                millis(wait.totalNanos())))
                        .toList());
    }

    /** What PyTorch's allocator held over time, and by whom at the peak. */
    void memory(MemorySnapshot.Device device) {
        int every = Math.max(1, device.overTime().size() / MAX_ROWS);
        add(
                "Memory of device " + device.device() + " over time",
                "ms|allocated MB|reserved MB",
                Set.of(0, 1, 2),
                IntStream.iterate(0, i -> i < device.overTime().size(), i -> i + every)
                        .mapToObj(i -> device.overTime().get(i))
                        .map(point -> List.of(
                                millis(point.nanos()), megabytes(point.allocated()), megabytes(point.reserved())))
                        .toList());
        add(
                "Allocated on device " + device.device() + " at the peak of " + megabytes(device.allocatedPeak())
                        + " MB",
                "by|MB|blocks|share",
                Set.of(1, 2, 3),
                device.alive().stream()
                        .limit(MAX_ROWS)
                        .map(held -> List.of(
                                held.frame(),
                                megabytes(held.bytes()),
                                held.blocks() == 0 ? Words.NONE : Integer.toString(held.blocks()),
                                Words.percent((double) held.bytes() / Math.max(1, device.allocatedPeak()))))
                        .toList());
    }

    /** What each rank did last; of many the furthest behind. */
    void flights(FlightRecords records) {
        add(
                "What each rank did last, the furthest behind first",
                "rank|group|number|operation|ended|at",
                Set.of(0, 2),
                records.ranks().stream()
                        .sorted(Comparator.comparingLong(FlightRecords.Last::sequence))
                        .limit(MAX_RANKS)
                        .map(last -> List.of(
                                Integer.toString(last.rank()),
                                last.group(),
                                Long.toString(last.sequence()),
                                last.operation(),
                                last.ended() ? "yes" : "no",
                                last.place().isEmpty() ? Words.NONE : last.place()))
                        .toList());
    }

    private static String megabytes(long bytes) {
        return Words.number("%.1f", bytes / 1e6);
    }

    /** What a server of language models said of its steps. */
    void serving(List<ServingSteps> kinds) {
        add(
                "Steps of the server",
                "kind|steps|requests a step|tokens|ms a step|tokens/s",
                Set.of(1, 2, 3, 4, 5),
                kinds.stream()
                        .map(kind -> List.of(
                                kind.kind(),
                                Integer.toString(kind.steps()),
                                Long.toString(kind.requestsP50()),
                                Long.toString(kind.tokens()),
                                millis(kind.stepNanosP50()),
                                Words.number("%.0f", kind.tokensPerSecond())))
                        .toList());
    }

    /** What Nsight Compute measured of each kernel, and the share of its time that it expects of its rules. */
    void profiled(NcuReport report) {
        add(
                "Kernels that Nsight Compute profiled",
                "kernel|launches|us each|share|bound by|rule: at most",
                Set.of(1, 2, 3),
                report.kernels().stream()
                        .limit(MAX_ROWS * 2L)
                        .map(TraceTables::profiled)
                        .toList());
    }

    private static List<String> profiled(NcuKernel kernel) {
        Double nanos = kernel.durationNanos();
        Double share = kernel.share();
        String rules = kernel.rules().stream()
                .filter(rule -> rule.speedupPercent() != null)
                .map(rule -> rule.name() + ": " + Words.number("%.1f %%", rule.speedupPercent())
                        + (rule.speedupType().equals("local") ? " of its part" : ""))
                .collect(Collectors.joining(", "));
        return List.of(
                KernelLabel.of(kernel.name()),
                Integer.toString(kernel.launches()),
                nanos == null ? Words.NONE : Words.number("%.1f", nanos / 1e3 / kernel.launches()),
                share == null ? Words.NONE : Words.percent(share),
                kernel.roofline().map(kind -> words(kind.name())).orElse("not measured"),
                rules.isEmpty() ? Words.NONE : rules);
    }

    void counters(Map<String, Double> counters) {
        add(
                "Counters",
                "counter|value",
                Set.of(1),
                counters.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(counter -> List.of(counter.getKey(), Words.number("%.6g", counter.getValue())))
                        .toList());
    }

    void findings(List<String> findings) {
        add("Findings", "finding", Set.of(), findings.stream().map(List::of).toList());
    }

    private void add(String title, String columns, Set<Integer> numbers, List<List<String>> rows) {
        add(title, columns, numbers, rows, List.of());
    }

    private void add(String title, String columns, Set<Integer> numbers, List<List<String>> rows, List<String> names) {
        if (!rows.isEmpty()) {
            tables.add(new PageTable(title, Arrays.asList(columns.split("\\|")), numbers, rows, names));
        }
    }

    private static String millis(long nanos) {
        return Words.number("%.3f", nanos / 1e6);
    }

    private static String words(String constant) {
        return constant.toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    static String cut(String text) {
        return text.length() > MAX_NAME
                ? text.substring(0, MAX_NAME - TAIL) + "…" + text.substring(text.length() - TAIL)
                : text;
    }
}
