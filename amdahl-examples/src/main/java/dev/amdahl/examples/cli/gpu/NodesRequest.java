package dev.amdahl.examples.cli.gpu;

import dev.amdahl.examples.cli.common.Shell;
import dev.amdahl.gpu.health.AllReduce;
import dev.amdahl.spi.experiment.ArmPlan;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.job.Accelerators;
import java.time.Duration;
import java.util.List;

/**
 * Burn-ins of several nodes as one submission: a scheduler starts the command of an arm once on each of its nodes. No exit code tells
 * anything, as one that is not 0 ends the others; what each node found is in a file of its number.
 *
 * @param key of the submission
 * @param accelerators of all nodes
 * @param arms the burn-in, and where there are several nodes with devices the all-reduce over them
 */
record NodesRequest(String key, Accelerators accelerators, List<ArmRequest> arms) implements TrialRequest {
    static final String BURNIN = "a";
    static final String ALL_REDUCE = "b";
    /** The host of a node, its document, its errors, and what NCCL's test printed, each before the node's number. */
    static final String HOST = "host-";

    static final String VERDICT = "burnin-";
    static final String SUMS = "all-reduce-";

    private static final Duration BESIDE_SOAK = Duration.ofMinutes(30);
    private static final Duration SUMMING = Duration.ofMinutes(10);
    private static final long MAX_OUTPUT = 1 << 20;
    private static final String NODE = """
            cd "$AMDAHL_OUTPUT" || exit 0
            node=${AMDAHL_NODE:-0}
            host=${SLURMD_NODENAME:-${AMDAHL_HOST:-$(uname -n)}}
            """;

    NodesRequest {
        arms = List.copyOf(arms);
    }

    /**
     * @param options of {@code burnin} on each node
     */
    static NodesRequest of(String key, NodesOptions nodes, List<String> options, Duration soak) {
        String words = String.join(" ", options.stream().map(Shell::quoted).toList());
        ArmRequest burnin = arm(
                BURNIN,
                NODE + "echo \"$host\" >" + HOST + "$node\n" + nodes.command() + " burnin " + words
                        + " --host \"$host\" >" + VERDICT + "$node.tmp 2>errors-$node\nmv " + VERDICT + "$node.tmp "
                        + VERDICT + "$node\nexit 0",
                soak.plus(BESIDE_SOAK));
        if (nodes.nodes() < 2 || nodes.perNode() == 0) {
            return new NodesRequest(key, nodes.accelerators(), List.of(burnin));
        }
        ArmRequest sums = arm(
                ALL_REDUCE,
                NODE + "command -v " + AllReduce.PROGRAM + " >/dev/null || exit 0\n" + AllReduce.PROGRAM + " "
                        + String.join(" ", AllReduce.options(nodes.perNode())) + " >" + SUMS
                        + "$node 2>errors-$node\nexit 0",
                SUMMING);
        return new NodesRequest(key, nodes.accelerators(), List.of(burnin, sums));
    }

    @Override
    public String family() {
        return "burnin";
    }

    /** Returns a script on each node. */
    private static ArmRequest arm(String name, String script, Duration limit) {
        return ArmPlan.of(name, List.of("sh", "-c", script), limit, MAX_OUTPUT);
    }
}
