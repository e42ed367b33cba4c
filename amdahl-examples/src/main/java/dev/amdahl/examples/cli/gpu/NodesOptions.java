package dev.amdahl.examples.cli.gpu;

import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.examples.cli.common.SelfCommand;
import dev.amdahl.examples.cli.run.SchedulerOptions;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Accelerators;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of a burn-in of several hosts by a scheduler. Not thread-safe. */
final class NodesOptions {
    private static final int MAX_NODES = 10_000;

    @Mixin
    private final SchedulerOptions scheduler = new SchedulerOptions();

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "Examine this many hosts, chosen by the scheduler, and judge the cluster.")
    private @Nullable Integer nodes;

    @Option(
            names = "--accelerators",
            paramLabel = "TYPE:N",
            description = "With --nodes: what each of them holds, such as h200:8; fewer devices are a fault.")
    private @Nullable String accelerators;

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            description = "The cluster's name in the ledger; default the scheduler's name.")
    private @Nullable String cluster;

    @Option(names = "--provider", paramLabel = "NAME", description = "Who provides the cluster.")
    private String provider = "";

    @Option(
            names = "--node-command",
            paramLabel = "WORDS",
            description = "How nodes call this program, for sh -c; default java -jar and this file.")
    private @Nullable String command;

    boolean isAsked() {
        return nodes != null;
    }

    SchedulerOptions scheduler() {
        return scheduler;
    }

    int nodes() {
        return Options.within("--nodes", nodes == null ? 1 : nodes, 1, MAX_NODES);
    }

    String cluster() {
        String name = cluster == null ? scheduler.choice().name() : cluster;
        if (name.isBlank()) {
            throw new InvalidInputException("--cluster", "was blank", "give a name, or leave it out");
        }
        return name;
    }

    String provider() {
        return provider;
    }

    String command() {
        return command == null ? SelfCommand.call() : command;
    }

    /** Returns how many devices each node has; 0 if that was not told. */
    int perNode() {
        return accelerators == null ? 0 : accelerators().perNode();
    }

    Accelerators accelerators() {
        if (accelerators == null) {
            return new Accelerators("none", nodes(), nodes());
        }
        int colon = accelerators.lastIndexOf(':');
        String count = accelerators.substring(colon + 1);
        if (colon < 1 || !count.matches("[1-9]\\d{0,3}")) {
            throw new InvalidInputException(
                    "--accelerators", "was '" + accelerators + "'", "write TYPE:N, such as h200:8");
        }
        return new Accelerators(
                accelerators.substring(0, colon), Math.multiplyExact(Integer.parseInt(count), nodes()), nodes());
    }
}
