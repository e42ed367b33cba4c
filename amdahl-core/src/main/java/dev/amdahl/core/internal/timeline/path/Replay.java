package dev.amdahl.core.internal.timeline.path;

/**
 * Runs the pieces of a graph again with some kinds of time scaled: each begins as soon as everything it depends on allows. With
 * every factor 1 the recorded times come out. The delay between a piece and what held it back longest is kept (or scaled as its
 * kind); the other dependencies hold without a delay, so that the length is the least that the recorded dependencies allow. 16
 * bytes a piece. Not thread-safe.
 */
final class Replay {
    private final PathGraph graph;
    private final Nodes nodes;
    private final long[] starts;
    private final long[] ends;

    Replay(PathGraph graph) {
        this.graph = graph;
        this.nodes = graph.nodes;
        this.starts = new long[nodes.size];
        this.ends = new long[nodes.size];
    }

    /**
     * Returns the new length of the window, ns.
     *
     * @param factors by index of {@link PathKind}, each at least 0
     * @param keepsSyncs whether calls that waited for the device still wait
     */
    long length(double[] factors, boolean keepsSyncs) {
        long last = graph.span.from();
        long recorded = last;
        for (int node : graph.order) {
            starts[node] = start(node, factors, keepsSyncs);
            ends[node] = starts[node] + own(node, factors);
            last = Math.max(last, ends[node]);
            recorded = Math.max(recorded, nodes.end[node]);
        }
        return last + (graph.span.to() - recorded) - graph.span.from();
    }

    private long start(int node, double[] factors, boolean keepsSyncs) {
        int cause = keepsSyncs ? graph.cause(node) : graph.causeWithoutSync(node);
        long called = graph.called(node, cause);
        long delay = nodes.start[node] - called;
        boolean isFreed = !keepsSyncs && nodes.is(node, Nodes.SYNCED) && nodes.cross[node] != Nodes.NONE;
        long start = released(node, cause)
                + (graph.isLaunch(node, cause) ? scaled(called - nodes.start[cause], factors[nodes.kind[cause]]) : 0)
                + (isFreed ? 0 : scaled(delay, factors[graph.delay(node, cause).index()]));
        if (nodes.prev[node] != Nodes.NONE) {
            start = Math.max(start, ends[nodes.prev[node]]);
        }
        if (nodes.cross[node] != Nodes.NONE && !isFreed) {
            start = Math.max(start, ends[nodes.cross[node]]);
        }
        if (nodes.launch[node] != Nodes.NONE) {
            start = Math.max(start, starts[nodes.launch[node]]);
        }
        return start;
    }

    private long released(int node, int cause) {
        if (cause == Nodes.NONE) {
            return graph.span.from();
        }
        return graph.isLaunch(node, cause) ? starts[cause] : ends[cause];
    }

    private long own(int node, double[] factors) {
        return nodes.is(node, Nodes.WAIT) ? 0 : scaled(nodes.end[node] - nodes.start[node], factors[nodes.kind[node]]);
    }

    private static long scaled(long nanos, double factor) {
        return factor == 1 ? nanos : Math.round(nanos * factor);
    }
}
