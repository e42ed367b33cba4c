package dev.amdahl.benchmarks.loop;

import dev.amdahl.spi.experiment.AnalysisConduct;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.Decision;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Trial.Order;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.job.Guardrail;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.ValueSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** A claimed win as a judgement meets it: two sets of pairs, ten metrics, every common covariate. */
final class Claim {
    static final int PAIRS = 40;
    static final double BASELINE_SECONDS = 100;
    static final double VARIANT_SECONDS = 93;

    private static final int METRICS = 10;
    private static final double NOISE = .02;
    private static final Instant START = Instant.parse("2026-01-05T10:00:00Z");

    private static final Comparison SAID = new Comparison(
            PAIRS,
            25,
            400,
            OptionalDouble.of(VARIANT_SECONDS / BASELINE_SECONDS),
            OptionalDouble.of(.92),
            OptionalDouble.of(.94),
            Optional.of(Decision.WIN),
            "confirmed");

    private Claim() {}

    /** Five refuters uphold it. */
    static List<Vote> votes(List<String> notApplicable) {
        return IntStream.rangeClosed(1, 5)
                .mapToObj(i -> new Vote(
                        "refuter-" + i,
                        Vote.Ballot.UPHOLDS,
                        false,
                        "no check fired on the pairs but fold " + i,
                        OptionalDouble.empty(),
                        OptionalDouble.of(.05),
                        notApplicable))
                .toList();
    }

    static Evidence ofFewerSeconds() {
        SplittableRandom random = new SplittableRandom(40);
        List<Trial> trials =
                IntStream.range(0, PAIRS).mapToObj(pair -> trial(pair, random)).toList();
        Guardrail[] guardrails = IntStream.range(1, METRICS)
                .mapToObj(metric -> new Guardrail(name(metric), new ValueSource.Stdout(name(metric)), true, .05))
                .toArray(Guardrail[]::new);
        return Evidence.of(trials, 7)
                .comparison(SAID)
                .guardrails(guardrails)
                .supplying(Covariate.LOAD_1M, Covariate.CPU_MHZ, Covariate.INPUT_BYTES)
                .workCounted()
                .outputsDeclared()
                .shares(.4, .3, 2)
                .conduct(AnalysisConduct.UNKNOWN
                        .looks(PAIRS, true)
                        .metrics(metrics(), false)
                        .assigned(PAIRS, PAIRS));
    }

    /** Log ratios by metric and pair, the primary metric first. */
    static double[][] effects(Evidence claim) {
        return metrics().stream()
                .map(metric -> claim.trials().stream()
                        .mapToDouble(
                                trial -> Math.log(value(trial.variant(), metric) / value(trial.baseline(), metric)))
                        .toArray())
                .toArray(double[][]::new);
    }

    private static List<String> metrics() {
        List<String> names = new ArrayList<>(List.of(MetricSpec.WALL_SECONDS.name()));
        IntStream.range(1, METRICS).mapToObj(Claim::name).forEach(names::add);
        return names;
    }

    private static double value(ArmResult arm, String metric) {
        return metric.equals(MetricSpec.WALL_SECONDS.name())
                ? arm.wallSeconds().orElseThrow()
                : arm.metrics().getOrDefault(metric, Double.NaN);
    }

    private static String name(int metric) {
        return "metric-" + metric;
    }

    private static Trial trial(int pair, SplittableRandom random) {
        boolean baselineFirst = random.nextBoolean();
        Instant start = START.plusSeconds(pair * 300L);
        ArmResult baseline = arm("a", BASELINE_SECONDS, baselineFirst ? start : start.plusSeconds(120), random);
        ArmResult variant = arm("b", VARIANT_SECONDS, baselineFirst ? start.plusSeconds(120) : start, random);
        int set = pair < PAIRS / 2 ? 1 : 2;
        return new Trial(
                "trial-" + pair,
                set,
                1 + pair % (PAIRS / 2),
                baselineFirst ? Order.BASELINE_FIRST : Order.VARIANT_FIRST,
                "host-" + pair % 4,
                baseline,
                variant,
                OptionalDouble.of(Math.log(variant.wallSeconds().orElseThrow()
                        / baseline.wallSeconds().orElseThrow())),
                List.of());
    }

    private static ArmResult arm(String name, double seconds, Instant start, SplittableRandom random) {
        double wall = seconds * noise(random);
        ArmResult arm = ArmResult.succeeded(name, wall)
                .startedAt(start)
                .cpu(.9 * wall)
                .work(1000)
                .input("input")
                .digest("out.bin", "0".repeat(64))
                .covariate(Covariate.LOAD_1M, 1 + random.nextDouble())
                .covariate(Covariate.CPU_MHZ, 2600 * noise(random))
                .covariate(Covariate.INPUT_BYTES, 1e9);
        for (int metric = 1; metric < METRICS; metric++) {
            arm = arm.metric(name(metric), 50 * noise(random));
        }
        return arm;
    }

    private static double noise(SplittableRandom random) {
        return Math.exp(NOISE * random.nextGaussian());
    }
}
