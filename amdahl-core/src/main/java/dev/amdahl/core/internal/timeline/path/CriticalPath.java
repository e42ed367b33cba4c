package dev.amdahl.core.internal.timeline.path;

import static java.util.Objects.requireNonNull;

import dev.amdahl.spi.job.Timeline;
import java.util.Set;

/**
 * The chain of work and waits on which the length of a window of a timeline hangs: every nanosecond of the window exactly once.
 *
 * <p>It is walked back from the last end, from each piece of work to what held it back longest. A host thread goes through its
 * intervals in time, the innermost counting. Device work waits for the work before it on its stream and for the start of the call
 * that launched it (by correlation; one graph launch may start many), or for work on another stream where the launching thread
 * made a stream wait for an event, or where one graph launch started both. A call that synchronises, or copies and returns when
 * the copy is done, ends after the last device work that was launched before it and ended during it. Threads that the main
 * thread started and waited for are recognised by their times ({@link MainChain}). What the times contradict is left out, so the
 * path always exists. Device and host clocks are taken as one.
 *
 * <p>The analysis takes time n log n in the number of intervals at most, and about 120 bytes for each interval in the window.
 * Thread-safe.
 */
public final class CriticalPath {
    private final PathGraph graph;
    private final PathSegments segments;

    private CriticalPath(PathGraph graph) {
        this.graph = graph;
        this.segments = walkBack(graph);
    }

    /** Returns the path of a whole timeline. */
    public static CriticalPath of(Timeline timeline) {
        return of(timeline, timeline.startNanos(), timeline.endNanos());
    }

    /**
     * Returns the path of a window; work that reaches over its ends is cut.
     *
     * @throws IllegalArgumentException if the window ends before it begins
     */
    public static CriticalPath of(Timeline timeline, long fromNanos, long toNanos) {
        requireNonNull(timeline);
        return new CriticalPath(PathGraph.of(timeline, Span.of(fromNanos, toNanos), Launches.of(timeline.lanes())));
    }

    /**
     * The path of one step or annotated range, to the end of the last device work launched in it.
     *
     * @param label a text that the range's label holds
     * @param instance which of those, by start, from 0
     * @throws dev.amdahl.spi.InvalidInputException if there is no such range
     */
    public static CriticalPath of(Timeline timeline, String label, int instance) {
        return of(timeline, label, instance, instance);
    }

    /** The path of several steps or annotated ranges, from the start of one to the end of another. */
    public static CriticalPath of(Timeline timeline, String label, int first, int last) {
        requireNonNull(label);
        Launches launches = Launches.of(timeline.lanes());
        return new CriticalPath(PathGraph.of(timeline, Span.of(timeline, launches, label, first, last), launches));
    }

    /** Length of the window, ns. */
    public long lengthNanos() {
        return graph.span.to() - graph.span.from();
    }

    /** Returns the stretches of the path, which tile the window. */
    public PathSegments segments() {
        return segments;
    }

    /** Returns the path in figures, with the usual questions answered. */
    public PathReport report() {
        return new Reporting(graph, segments).report();
    }

    /**
     * The length of the window if all time of these kinds, on the path or not, were multiplied.
     *
     * @param factor 0 or more; 0 removes it
     */
    public WhatIf whatIf(String what, Set<PathKind> kinds, double factor) {
        return new Scenarios(graph, segments).scaled(what, kinds, factor);
    }

    /** Returns the length of the window if no host thread ever waited for the device: the waits go, and the calls with them. */
    public WhatIf withoutSyncs() {
        return new Scenarios(graph, segments).withoutSyncs();
    }

    PathGraph graph() {
        return graph;
    }

    /** Walks from the end of a window to its start, from each piece to what held it back longest. */
    private static PathSegments walkBack(PathGraph graph) {
        Nodes nodes = graph.nodes;
        PathSegments path = new PathSegments(graph.span.to());
        int node = graph.lastToEnd();
        if (node == Nodes.NONE) {
            path.addBefore(graph.span.from(), PathSegments.NO_LANE, Nodes.NONE, PathKind.UNEXPLAINED);
            return path;
        }
        path.addBefore(nodes.end[node], PathSegments.NO_LANE, Nodes.NONE, PathKind.UNEXPLAINED);
        while (node != Nodes.NONE) {
            path.addBefore(nodes.start[node], nodes.lane(node), node, PathKind.of(nodes.kind[node]));
            int cause = delay(graph, node, path);
            while (cause != Nodes.NONE && isPassed(graph, node, cause)) {
                node = cause;
                cause = delay(graph, node, path);
            }
            node = cause;
        }
        return path;
    }

    /** Adds the time between a piece and its cause, the call that launched it included, and gives the cause. */
    private static int delay(PathGraph graph, int node, PathSegments path) {
        int cause = graph.cause(node);
        path.addBefore(graph.called(node, cause), graph.nodes.lane(node), node, graph.delay(node, cause));
        if (graph.isLaunch(node, cause)) {
            PathKind kind = PathKind.of(graph.nodes.kind[cause]);
            path.addBefore(graph.nodes.start[cause], graph.nodes.lane(cause), cause, kind);
        }
        return cause;
    }

    /** Returns whether the path goes through a cause without spending its own time once more. */
    private static boolean isPassed(PathGraph graph, int node, int cause) {
        return graph.isLaunch(node, cause) || graph.nodes.is(cause, Nodes.WAIT);
    }
}
