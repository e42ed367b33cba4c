package dev.amdahl.core.internal.timeline.path;

/** Walks from the end of a window to its start, from each piece to what held it back longest. */
final class BackWalk {
    private BackWalk() {}

    static PathSegments of(PathGraph graph) {
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

    /** Whether the path goes through a cause without spending its own time once more. */
    private static boolean isPassed(PathGraph graph, int node, int cause) {
        return graph.isLaunch(node, cause) || graph.nodes.is(cause, Nodes.WAIT);
    }
}
