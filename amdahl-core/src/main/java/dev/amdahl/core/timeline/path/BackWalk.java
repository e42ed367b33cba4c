package dev.amdahl.core.timeline.path;

/** Walks from the end of a window to its start, from each piece to what held it back longest. Stateless. */
final class BackWalk {
    private BackWalk() {}

    static PathSegments of(PathGraph graph) {
        Nodes nodes = graph.nodes;
        long from = graph.span.from();
        PathSegments path = new PathSegments(graph.span.to());
        int node = graph.lastToEnd();
        if (node == Nodes.NONE) {
            path.addBefore(from, PathSegments.NO_LANE, Nodes.NONE, PathKind.UNEXPLAINED);
            return path;
        }
        path.addBefore(nodes.end[node], PathSegments.NO_LANE, Nodes.NONE, PathKind.UNEXPLAINED);
        while (node != Nodes.NONE) {
            int lane = nodes.lane(node);
            path.addBefore(nodes.start[node], lane, node, PathKind.of(nodes.kind[node]));
            int cause = graph.cause(node);
            path.addBefore(Math.max(from, graph.ready(node, cause)), lane, node, graph.delay(node, cause));
            while (cause != Nodes.NONE && isPassed(graph, node, cause)) {
                node = cause;
                cause = graph.cause(node);
                path.addBefore(
                        Math.max(from, graph.ready(node, cause)), nodes.lane(node), node, graph.delay(node, cause));
            }
            node = cause;
        }
        return path;
    }

    /** Whether the path goes through a cause without spending its time: it needed only its start. */
    private static boolean isPassed(PathGraph graph, int node, int cause) {
        return graph.isLaunch(node, cause) || graph.nodes.is(cause, Nodes.WAIT);
    }
}
