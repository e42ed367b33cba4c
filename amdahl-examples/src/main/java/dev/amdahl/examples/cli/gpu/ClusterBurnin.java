package dev.amdahl.examples.cli.gpu;

import dev.amdahl.core.ledger.entry.HostHealth;
import dev.amdahl.gpu.health.AllReduce;
import dev.amdahl.gpu.health.CheckResult;
import dev.amdahl.gpu.health.DeclaredPeaks;
import dev.amdahl.gpu.health.FleetOutliers;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Burn-ins of several nodes that a scheduler gives, and what follows for their cluster. Not thread-safe.
 *
 * @param scheduler that has the nodes
 * @param trials where it keeps trials, as far as this machine sees it
 * @param request what runs on each
 * @param options what was asked for
 * @param peaks that were declared
 */
record ClusterBurnin(
        Scheduler scheduler, Path trials, NodesRequest request, NodesOptions options, Map<String, Double> peaks) {
    private static final Duration LOOK = Duration.ofSeconds(5);
    private static final String RATE = "soak.flops_per_second";
    private static final String OUTPUT = "output";

    /**
     * What was found.
     *
     * @param nodes what each said
     * @param allReduce over all of them
     */
    record Found(HostHealth.ClusterVerdict verdict, List<NodeVerdict> nodes, CheckResult allReduce) {}

    /** Submits, waits and judges; a run that is interrupted is taken back. */
    Found run(Consumer<String> remarks) {
        WorkerRunId run = scheduler.submit(request);
        Thread takeBack = new Thread(() -> scheduler.cancel(run), "amdahl-burnin-end");
        Runtime.getRuntime().addShutdownHook(takeBack);
        try {
            return awaited(run, remarks);
        } finally {
            Runtime.getRuntime().removeShutdownHook(takeBack);
        }
    }

    private Found awaited(WorkerRunId run, Consumer<String> remarks) {
        RunStatus status = RunStatus.QUEUED;
        String told = "";
        while (status == RunStatus.QUEUED || status == RunStatus.RUNNING || status == RunStatus.UNKNOWN) {
            scheduler.await(Set.of(run), LOOK);
            status = scheduler.poll(Set.of(run)).getOrDefault(run, RunStatus.UNKNOWN);
            String now = status.name().toLowerCase(Locale.ROOT)
                    + scheduler.reason(run).map(why -> ": " + why).orElse("");
            if (!now.equals(told)) {
                remarks.accept(request.key() + " " + now);
                told = now;
            }
        }
        return status == RunStatus.DONE
                ? judged(scheduler.collect(run).arms(), Optional.empty())
                : judged(List.of(), Optional.of(told));
    }

    private Path folder(List<ArmResult> arms, String name) {
        return arms.stream()
                .filter(arm -> arm.name().equals(name))
                .flatMap(arm -> arm.folder().stream())
                .findFirst()
                .orElseGet(() -> trials.resolve(request.key()).resolve(name))
                .resolve(OUTPUT);
    }

    private Found judged(List<ArmResult> arms, Optional<String> ended) {
        Path folder = folder(arms, NodesRequest.BURNIN);
        List<NodeVerdict> nodes = IntStream.range(0, options.nodes())
                .mapToObj(node -> NodeVerdict.of(folder, node))
                .toList();
        CheckResult sums = allReduce(arms);
        List<String> sick = nodes.stream()
                .filter(NodeVerdict::isSick)
                .map(NodeVerdict::host)
                .toList();
        List<String> reasons = new ArrayList<>();
        ended.ifPresent(how -> reasons.add("the submission " + how));
        List<String> untested = new ArrayList<>();
        nodes.forEach(node -> {
            node.reasons().forEach(reason -> reasons.add(node.host() + ": " + reason));
            node.untested().forEach(gap -> untested.add(node.host() + ": " + gap));
        });
        slow(nodes).forEach(reasons::add);
        boolean isFailed = sums.outcome() == CheckResult.Outcome.FAIL;
        sums.reasons()
                .forEach(reason -> (isFailed ? reasons : untested).add("all nodes: " + sums.check() + ": " + reason));
        return new Found(
                new HostHealth.ClusterVerdict(
                        options.cluster(),
                        options.provider(),
                        sick.isEmpty() && !isFailed
                                ? HostHealth.ClusterVerdict.Outcome.ACCEPTED
                                : HostHealth.ClusterVerdict.Outcome.SENT_BACK,
                        options.nodes(),
                        sick,
                        reasons,
                        untested),
                nodes,
                sums);
    }

    /** Devices that soak more slowly than the others of the cluster, by model. */
    private static List<String> slow(List<NodeVerdict> nodes) {
        Map<String, Map<String, Double>> rates = new TreeMap<>();
        for (NodeVerdict node : nodes) {
            for (HostHealth device : node.devices()) {
                Double rate = device.figures().get(RATE);
                if (rate != null && rate > 0) {
                    rates.computeIfAbsent(device.model(), first -> new TreeMap<>())
                            .put(device.place(), rate);
                }
            }
        }
        return rates.values().stream()
                .filter(ofModel -> ofModel.size() >= FleetOutliers.MIN)
                .flatMap(ofModel -> FleetOutliers.among(ofModel).stream())
                .filter(outlier -> outlier.gap() < 0)
                .map(outlier -> String.format(
                        Locale.ROOT,
                        "%s soaks %.1f %% below the middle of the cluster",
                        outlier.device(),
                        -100 * outlier.gap()))
                .toList();
    }

    private CheckResult allReduce(List<ArmResult> arms) {
        if (options.nodes() < 2) {
            return CheckResult.skipped(AllReduce.NAME, "one node alone");
        }
        if (options.perNode() == 0) {
            return CheckResult.skipped(AllReduce.NAME, "devices of a node are not known: name them by --accelerators");
        }
        Path first = folder(arms, NodesRequest.ALL_REDUCE).resolve(NodesRequest.SUMS + 0);
        try {
            if (!Files.exists(first)) {
                return CheckResult.skipped(AllReduce.NAME, "no " + AllReduce.PROGRAM + " on the nodes");
            }
            List<String> lines =
                    Files.readString(first, StandardCharsets.ISO_8859_1).lines().toList();
            DeclaredPeaks declared = DeclaredPeaks.of("", peaks);
            Double network = declared.perSecond().get(DeclaredPeaks.NETWORK);
            return AllReduce.of(lines)
                    .judged(
                            options.perNode() * options.nodes(),
                            network == null ? OptionalDouble.empty() : OptionalDouble.of(network),
                            "each node ran alone, as without MPI in " + AllReduce.PROGRAM + " or in the scheduler");
        } catch (IOException e) {
            return CheckResult.skipped(AllReduce.NAME, "what it printed cannot be read: " + e.getMessage());
        }
    }
}
