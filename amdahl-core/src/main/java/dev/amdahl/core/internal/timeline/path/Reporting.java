package dev.amdahl.core.internal.timeline.path;

import dev.amdahl.spi.Plurals;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Sums a critical path up. Not thread-safe. */
final class Reporting {
    private static final int CONTRIBUTORS = 20;
    private static final double MUCH_UNEXPLAINED = .1;

    private record Name(PathKind kind, String label) {}

    private final PathGraph graph;
    private final PathSegments segments;
    private final long[] nanos = new long[PathKind.values().length];
    private final long length;

    Reporting(PathGraph graph, PathSegments segments) {
        this.graph = graph;
        this.segments = segments;
        this.length = graph.span.to() - graph.span.from();
        for (int i = 0; i < segments.size(); i++) {
            nanos[segments.kind(i).index()] += segments.end(i) - segments.start(i);
        }
    }

    PathReport report() {
        return new PathReport(
                graph.span.from(),
                length,
                kinds(),
                contributors(),
                boundBy(),
                new Scenarios(graph, segments).usual(),
                findings());
    }

    private List<PathReport.Kind> kinds() {
        List<PathReport.Kind> kinds = new ArrayList<>();
        for (PathKind kind : PathKind.values()) {
            if (of(kind) > 0) {
                kinds.add(new PathReport.Kind(kind, of(kind), (double) of(kind) / length));
            }
        }
        kinds.sort(Comparator.comparingLong(PathReport.Kind::nanos).reversed());
        return kinds;
    }

    private List<PathReport.Contributor> contributors() {
        Map<Name, long[]> sums = new HashMap<>();
        for (int i = 0; i < segments.size(); i++) {
            int node = segments.node(i);
            String label = node == Nodes.NONE ? "(nothing recorded)" : graph.label(node);
            long[] sum = sums.computeIfAbsent(new Name(segments.kind(i), label), name -> new long[2]);
            sum[0] += segments.end(i) - segments.start(i);
            sum[1]++;
        }
        return sums.entrySet().stream()
                .map(entry -> new PathReport.Contributor(
                        entry.getKey().label(), entry.getKey().kind(), entry.getValue()[0], (int) entry.getValue()[1]))
                .sorted(Comparator.comparingLong(PathReport.Contributor::nanos)
                        .reversed()
                        .thenComparing(PathReport.Contributor::name)
                        .thenComparing(PathReport.Contributor::kind))
                .limit(CONTRIBUTORS)
                .toList();
    }

    private PathReport.BoundBy boundBy() {
        long calls = launchCalls();
        long cpu = of(PathKind.HOST_CODE) + of(PathKind.RUNTIME) - calls;
        long compute = of(PathKind.COMPUTE) + of(PathKind.COPY);
        double all = Math.max(1, length - of(PathKind.SYNC) - of(PathKind.UNEXPLAINED));
        return new PathReport.BoundBy(
                cpu / all,
                of(PathKind.INPUT_WAIT) / all,
                compute / all,
                of(PathKind.COMMUNICATION) / all,
                of(PathKind.KERNEL_GAP) / all,
                (of(PathKind.LAUNCH_OVERHEAD) + calls) / all);
    }

    /** Time in calls up to the work that they launched: the path goes from a host thread to a device nowhere else. */
    private long launchCalls() {
        long sum = 0;
        for (int i = 0; i + 1 < segments.size(); i++) {
            boolean isCall = segments.kind(i) == PathKind.RUNTIME
                    && segments.node(i + 1) != Nodes.NONE
                    && graph.isDevice(segments.node(i + 1));
            sum += isCall ? segments.end(i) - segments.start(i) : 0;
        }
        return sum;
    }

    private List<String> findings() {
        List<String> findings = new ArrayList<>();
        if (graph.deviceNodes() == 0) {
            findings.add("no device work in the window: the path is the host's alone");
        }
        if (graph.withoutLaunch() > 0) {
            findings.add(graph.withoutLaunch() + " of " + Plurals.of(graph.deviceNodes(), "piece")
                    + " of device work without a launch in the timeline: held by the order of the stream alone");
        }
        if (graph.contradicted() > 0) {
            findings.add("left out " + Plurals.of(graph.contradicted(), "dependency") + " against the recorded times");
        }
        if (of(PathKind.UNEXPLAINED) > MUCH_UNEXPLAINED * length) {
            findings.add(String.format(
                    Locale.ROOT,
                    "%.1f %% of the critical path is unexplained: nothing was recorded there",
                    100.0 * of(PathKind.UNEXPLAINED) / length));
        }
        return findings;
    }

    private long of(PathKind kind) {
        return nanos[kind.index()];
    }
}
