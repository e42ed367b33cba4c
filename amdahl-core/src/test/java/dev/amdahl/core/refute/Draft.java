package dev.amdahl.core.refute;

import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Trial.Order;
import dev.amdahl.spi.job.OutputRule;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** One pair before it is written down; arm 0 is the baseline. Mutable, not thread-safe. */
final class Draft {
    static final double BASE_SECONDS = 600;
    private static final Instant MONDAY = Instant.parse("2026-03-02T00:00:00Z");

    final int index;
    Order order = Order.BASELINE_FIRST;
    final String[] host = {"", ""};
    final double[] log = new double[2];
    final double[] input = new double[2];
    final double[] clock = new double[2];
    final double[] queue = new double[2];
    final boolean[] failed = new boolean[2];
    final boolean[] reported = {true, true};
    final boolean[] throttled = new boolean[2];
    final double[] work = {1000, 1000};
    final double[] started = new double[2];
    final String[] stratum = {"1", "1"};
    final String[] process = {"", ""};
    /** Phases as shares of the wall time. */
    final List<Map<String, Double>> phases =
            List.of(new LinkedHashMap<>(Map.of("run", 1.0)), new LinkedHashMap<>(Map.of("run", 1.0)));
    /** Further metrics by name. */
    final List<Map<String, Double>> metrics = List.of(new LinkedHashMap<>(), new LinkedHashMap<>());

    List<OutputRule> mismatches = List.of();
    /** What the metric counts: seconds of wall time, those of the phases, wall and queue, or seconds of accelerators of which the variant has half. */
    Counted counted = Counted.WALL;

    double timer;

    enum Counted {
        WALL,
        PHASES,
        WALL_AND_QUEUE,
        WALL_OF_HALF
    }

    Draft(int index) {
        this.index = index;
    }

    Trial trial() {
        ArmResult baseline = arm(0);
        ArmResult variant = arm(1);
        boolean measured = baseline.isSuccess() && variant.isSuccess();
        return new Trial(
                "trial-" + index,
                1,
                index,
                order,
                host[0].equals(host[1]) ? host[0] : host[0] + "|" + host[1],
                baseline,
                variant,
                measured ? OptionalDouble.of(Math.log(value(1) / value(0))) : OptionalDouble.empty(),
                mismatches);
    }

    boolean isUsable() {
        return !failed[0] && !failed[1] && reported[0] && reported[1];
    }

    double logRatio(String metric) {
        return Math.log(
                metrics.get(1).getOrDefault(metric, Double.NaN) / metrics.get(0).getOrDefault(metric, Double.NaN));
    }

    double value(int arm) {
        return switch (counted) {
            case WALL -> wall(arm);
            case WALL_AND_QUEUE -> wall(arm) + queue[arm];
            case WALL_OF_HALF -> wall(arm) / (1 + arm);
            case PHASES ->
                wall(arm)
                        * phases.get(arm).values().stream()
                                .mapToDouble(Double::doubleValue)
                                .sum();
        };
    }

    double wall(int arm) {
        double seconds = BASE_SECONDS * Math.exp(log[arm]);
        return timer > 0 ? timer * Math.rint(seconds / timer) : seconds;
    }

    /** The same trial compared by another metric. */
    static Trial on(Trial trial, String metric, boolean lower) {
        double d = Math.log(trial.variant().metrics().getOrDefault(metric, Double.NaN)
                / trial.baseline().metrics().getOrDefault(metric, Double.NaN));
        return new Trial(
                trial.key(),
                trial.set(),
                trial.index(),
                trial.order(),
                trial.host(),
                trial.baseline(),
                trial.variant(),
                Double.isFinite(d) ? OptionalDouble.of(lower ? d : -d) : OptionalDouble.empty(),
                trial.mismatches());
    }

    private ArmResult arm(int arm) {
        String name = arm == 0 ? "a" : "b";
        if (failed[arm] || !reported[arm]) {
            return ArmResult.failed(name, 1);
        }
        Map<String, Double> figures = new LinkedHashMap<>(metrics.get(arm));
        figures.put("latency", value(arm));
        figures.put("stratum", Double.parseDouble(stratum[arm]));
        phases.get(arm).forEach((phase, share) -> figures.put("phase." + phase, share * wall(arm)));
        ArmResult result = ArmResult.succeeded(name, wall(arm))
                .startedAt(MONDAY.plusMillis((long) (1000 * started[arm])))
                .work(work[arm])
                .metrics(figures)
                .digest("out", "d")
                .covariates(Map.of(
                        Covariate.INPUT_BYTES,
                        1e9 * Math.exp(input[arm]),
                        Covariate.QUEUE_SECONDS,
                        queue[arm],
                        Covariate.ACCELERATOR_MHZ,
                        1500 * Math.exp(clock[arm]),
                        Covariate.ACCELERATOR_THROTTLED,
                        throttled[arm] ? 1.0 : 0.0,
                        Covariate.LOAD_1M,
                        1.0));
        return process[arm].isEmpty() ? result : result.sharing(process[arm]);
    }
}
