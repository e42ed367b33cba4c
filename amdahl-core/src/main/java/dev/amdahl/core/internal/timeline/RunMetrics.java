package dev.amdahl.core.internal.timeline;

import dev.amdahl.core.internal.timeline.analysis.FamilyTimes;
import dev.amdahl.core.internal.timeline.analysis.KernelTrait;
import dev.amdahl.core.internal.timeline.analysis.Recomputation;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/** The figures of the idea vocabulary that a run's profiles tell; what was not measured is absent. */
final class RunMetrics {
    private static final Map<Bottleneck, String> SHARES = Map.ofEntries(
            Map.entry(Bottleneck.PROVISIONING, "provision_frac"),
            Map.entry(Bottleneck.WARMUP, "warmup_frac"),
            Map.entry(Bottleneck.INPUT_STARVATION, "input_wait_frac"),
            Map.entry(Bottleneck.TRANSFER_BOUND, "h2d_exposed_frac"),
            Map.entry(Bottleneck.SYNC_STALL, "sync_stall_frac"),
            Map.entry(Bottleneck.LAUNCH_BOUND, "launch_gap_frac"),
            Map.entry(Bottleneck.COMM_EXPOSED, "comm_exposed_frac"),
            Map.entry(Bottleneck.CHECKPOINT_STALL, "ckpt_frac"),
            Map.entry(Bottleneck.PERIODIC_SIDE_WORK, "periodic_frac"),
            Map.entry(Bottleneck.TAIL_DRAIN, "tail_frac"),
            Map.entry(Bottleneck.IDLE_AFTER_FINISH, "teardown_frac"));

    /** What a recording out of the middle of a job does not measure. */
    private static final Set<Bottleneck> EDGES =
            EnumSet.of(Bottleneck.PROVISIONING, Bottleneck.WARMUP, Bottleneck.IDLE_AFTER_FINISH);

    private RunMetrics() {}

    /** Figures of a traced run. */
    static Map<String, Double> of(Timeline timeline, Attribution attribution) {
        Map<String, Double> metrics = new TreeMap<>();
        double all = attribution.recordedNanos();
        if (!(all > 0)) {
            return metrics;
        }
        boolean isDeviceShown = attribution.workingDevices() > 0;
        SHARES.forEach((bottleneck, name) -> {
            double share = attribution.nanos(bottleneck) / all;
            if (share > 0 || (isDeviceShown && (attribution.window().isWhole() || !EDGES.contains(bottleneck)))) {
                metrics.put(name, share);
            }
        });
        if (!isDeviceShown) {
            return metrics;
        }
        Phases phases = attribution.phases();
        double kernel = attribution.nanos(Bottleneck.PRODUCTIVE) / all;
        metrics.put("kernel_frac", kernel);
        double beside = attribution.devices().stream()
                .mapToDouble(device -> device.busy().length(phases.warm(), phases.finish()))
                .sum();
        metrics.put("gpu_busy_frac", beside / all);
        metrics.put("gpu_gap_frac", attribution.gapSeconds() * 1e9 / all);
        metrics.put("active_gpus", (double) attribution.workingDevices());
        if (phases.finish() < phases.ended()) {
            metrics.put("gpu_busy_in_teardown", 0.0);
        }
        betweenAccelerators(attribution, all, metrics);
        blockingCheckpoints(attribution, metrics);
        long again = Recomputation.nanos(timeline);
        if (again > 0 && kernel > 0) {
            metrics.put("recompute_frac", Math.min(1, again / (kernel * all)));
        }
        perStep(timeline, phases, attribution, metrics);
        metrics.putAll(FamilyTimes.of(timeline, phases.warm(), phases.finish()).metrics(all));
        metrics.putAll(KernelTrait.metrics(timeline, phases.warm(), phases.finish(), all));
        return metrics;
    }

    /** What only several accelerators side by side tell. */
    private static void betweenAccelerators(Attribution attribution, double all, Map<String, Double> metrics) {
        Collectives collectives = attribution.collectives();
        if (collectives.matched() > 0) {
            metrics.put("skew_wait_frac", attribution.nanos(Bottleneck.STRAGGLER_SKEW) / all);
        }
        collectives.sameLast().ifPresent(share -> metrics.put("same_last_rank_frac", share));
        collectives.longWait().ifPresent(share -> metrics.put("long_collective_wait_frac", share));
        attribution.pipeline().ifPresent(pipeline -> {
            metrics.put("bubble_frac", attribution.nanos(Bottleneck.PIPELINE_BUBBLE) / all);
            metrics.put("stages", (double) pipeline.stages());
        });
        attribution
                .hosts()
                .mostDriven()
                .ifPresent(most -> metrics.put("single_process_multi_gpu", most > 1 ? 1.0 : 0.0));
        Phases phases = attribution.phases();
        if (phases.tail() < phases.finish()) {
            long active = attribution.devices().stream()
                    .filter(device -> device.worked() && device.lastWork() > phases.tail())
                    .count();
            metrics.put("active_gpu_frac_in_tail", (double) active / attribution.accelerators());
        }
    }

    private static void blockingCheckpoints(Attribution attribution, Map<String, Double> metrics) {
        Phases phases = attribution.phases();
        long onDriving = attribution.hosts().all().driving(Activity.CHECKPOINT).length(phases.warm(), phases.finish());
        if (onDriving > 0) {
            metrics.put("ckpt_blocking", 1.0);
        }
    }

    private static void perStep(
            Timeline timeline, Phases phases, Attribution attribution, Map<String, Double> metrics) {
        long[] kernels = durations(timeline.lanes(), Activity.KERNEL, phases);
        if (kernels.length > 0) {
            metrics.put("kernel_us_p50", kernels[(kernels.length - 1) / 2] / 1e3);
            metrics.put(
                    "kernel_us_mean", Arrays.stream(kernels).asDoubleStream().sum() / kernels.length / 1e3);
        }
        int working = attribution.workingDevices();
        if (phases.steadySteps() > 0 && working > 0) {
            double steps = (double) phases.steadySteps() * working;
            metrics.put("kernels_per_step", kernels.length / steps);
            metrics.put("h2d_copies_per_step", durations(timeline.lanes(), Activity.COPY, phases).length / steps);
            metrics.put("d2h_scalar_per_step", attribution.syncGaps() / steps);
        }
    }

    private static long[] durations(List<Lane> lanes, Activity kind, Phases phases) {
        int count = 0;
        for (Lane lane : lanes) {
            for (int i = 0; i < lane.size(); i++) {
                count += isIn(lane, i, kind, phases) ? 1 : 0;
            }
        }
        long[] durations = new long[count];
        for (Lane lane : lanes) {
            for (int i = 0; i < lane.size(); i++) {
                if (isIn(lane, i, kind, phases)) {
                    durations[--count] = lane.end(i) - lane.start(i);
                }
            }
        }
        Arrays.sort(durations);
        return durations;
    }

    private static boolean isIn(Lane lane, int i, Activity kind, Phases phases) {
        return lane.activity(i) == kind && lane.start(i) >= phases.warm() && lane.start(i) < phases.finish();
    }

    /** The shares that accounts give, in the place of those of a part of the run. */
    static void addShares(Map<String, Double> metrics, List<Account> accounts) {
        double wall = accounts.stream().mapToDouble(Account::wallSeconds).sum();
        SHARES.forEach((bottleneck, name) -> metrics.put(name, seconds(accounts, bottleneck) / wall));
    }

    /** Figures that need only the run's facts and accounts. */
    static void addFacts(Map<String, Double> metrics, JobRunFacts facts, List<Account> accounts) {
        double wall = accounts.stream().mapToDouble(Account::wallSeconds).sum();
        metrics.put("run_seconds", facts.wallNanos() / 1e9);
        metrics.put("ranks", (double) facts.accelerators());
        if (wall > 0) {
            metrics.put("queue_frac", seconds(accounts, Bottleneck.QUEUE_WAIT) / wall);
            metrics.put("provision_frac", seconds(accounts, Bottleneck.PROVISIONING) / wall);
        }
    }

    private static double seconds(List<Account> accounts, Bottleneck bottleneck) {
        return accounts.stream()
                .filter(account -> account.bottleneck() == bottleneck)
                .mapToDouble(Account::wallSeconds)
                .sum();
    }

    /** Figures that the counters of the process tree tell. */
    static void addCounters(Map<String, Double> metrics, Map<String, Double> counters, JobRunFacts facts) {
        OptionalDouble user = ProcessAccounts.counter(counters, "cpu_user_seconds");
        OptionalDouble system = ProcessAccounts.counter(counters, "cpu_system_seconds");
        OptionalDouble wall = ProcessAccounts.counter(counters, "wall_seconds");
        OptionalDouble voluntary = ProcessAccounts.counter(counters, "voluntary_switches");
        ProcessAccounts.counter(counters, "device_busy_fraction")
                .ifPresent(busy -> metrics.putIfAbsent("gpu_busy_frac", busy));
        ProcessAccounts.switchesPerSecondAndCore(counters, facts)
                .ifPresent(rate -> metrics.put("ctx_switch_per_s_per_core", rate));
        if (wall.isEmpty() || wall.getAsDouble() == 0 || facts.cores().isEmpty()) {
            return;
        }
        double coreSeconds = wall.getAsDouble() * facts.cores().getAsInt();
        if (user.isPresent() && system.isPresent()) {
            double used = Math.min(1, (user.getAsDouble() + system.getAsDouble()) / coreSeconds);
            metrics.put("cpu_util", used);
            metrics.put("cpu_idle_frac", 1 - used);
        }
        voluntary.ifPresent(count -> metrics.put("wakeups_per_s_per_core", count / coreSeconds));
    }
}
