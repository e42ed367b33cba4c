package dev.amdahl.spi.job;

/**
 * The accelerators that a job holds while it runs, on all its nodes together.
 *
 * @param type the accelerator generation, lower case, such as {@code h200}
 * @param count how many on all nodes, a multiple of {@code nodes}
 * @param nodes on how many nodes the job runs at once, at least 1, with as many accelerators on each
 */
public record Accelerators(String type, int count, int nodes) {
    public Accelerators {
        if (count < 1) {
            throw new IllegalArgumentException("accelerator count must be at least 1, was " + count);
        }
        if (nodes < 1 || count % nodes != 0) {
            throw new IllegalArgumentException(
                    "accelerators must be the same number on each node, were " + count + " on " + nodes + " nodes");
        }
    }

    /** Returns accelerators of one node. */
    public Accelerators(String type, int count) {
        this(type, count, 1);
    }

    /** Returns whether it holds no accelerator at all: the type is {@code cpu} or {@code none}. */
    public boolean holdsNone() {
        return type.equals("cpu") || type.equals("none");
    }

    /** Returns how many it holds on each node. */
    public int perNode() {
        return count / nodes;
    }

    /**
     * Returns another number of them: as many on each node as now, on fewer or more nodes, where that comes out even, otherwise spread
     * over the same nodes.
     *
     * @throws IllegalArgumentException if neither does
     */
    public Accelerators withCount(int other) {
        return new Accelerators(type, other, nodes > 1 && other % perNode() == 0 ? other / perNode() : nodes);
    }
}
