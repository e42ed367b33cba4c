package dev.amdahl.core.refute;

import dev.amdahl.core.internal.refute.check.MetricValues;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.ValueSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The traps of the specification with their targets. */
final class TwentyTraps {
    private static final MetricSpec LATENCY =
            new MetricSpec("latency", Optional.of(new ValueSource.Stdout("latency (.*)")), true);
    private static final Predicate<Evidence> T_TEST = TrapCase::isNaiveWin;

    static final List<TrapCase> ALL = List.of(
            of("input_drift", "input drift", .95, Set.of(), Traps::inputDrift, T_TEST),
            of(
                    "queue",
                    "queue time in the metric",
                    .98,
                    Set.of("one-outlier claim", "wall time of the whole job"),
                    (seed, knobs) -> Traps.queue(seed, knobs).evidence(seed).metric(LATENCY)),
            of("host", "noisy host", .90, Set.of(), Traps::host, T_TEST),
            of("order", "order effect", .99, Set.of("sample ratio"), Traps::order, T_TEST),
            of("carryover", "carry-over", .70, Set.of("order effect"), Traps::carryOver, T_TEST),
            of("outlier", "one-outlier claim", .98, Set.of(), Traps::outlier, TwentyTraps::meanRatio),
            of("survivorship", "failures hidden", .93, Set.of("sample ratio"), Traps::survivorship, T_TEST),
            of("clock", "accelerator clock", .97, Set.of(), Traps::clock, T_TEST),
            of("peeking", "early stopping", .80, Set.of("one-outlier claim"), WrongClaims::peeking),
            of("output", "outputs", 1, Set.of(), Traps::output, T_TEST),
            of("amdahl", "speed bound", .99, Set.of("addressed share"), TwentyTraps::implausible),
            new TrapCase(
                    "regression_to_mean",
                    "concurrent baseline",
                    .97,
                    Set.of("one-outlier claim", "p95 stragglers"),
                    WrongClaims::storedBaseline,
                    WrongClaims::isStoredWin),
            of("simpson", "mixed strata", .93, Set.of(), Traps::simpson, T_TEST),
            of("granularity", "clock granularity", .98, Set.of("p95 stragglers"), Traps::granularity, T_TEST),
            of("pseudo_replication", "independent runs", .95, Set.of(), WrongClaims::repetitions),
            of("time_of_day", "time of day", .90, Set.of(), Traps::timeOfDay, T_TEST),
            of(
                    "sample_ratio_mismatch",
                    "failures hidden",
                    .95,
                    Set.of("sample ratio", "one-outlier claim"),
                    Traps::sampleRatio,
                    T_TEST),
            of(
                    "cherry_picked_metric",
                    "chosen metric",
                    .95,
                    Set.of("one-outlier claim", "wall time of the whole job"),
                    WrongClaims::chosenMetric),
            of(
                    "phase_truncation",
                    "phase truncation",
                    .97,
                    Set.of("queue time in the metric", "wall time of the whole job"),
                    (seed, knobs) ->
                            Traps.phaseTruncation(seed, knobs).evidence(seed).metric(LATENCY)),
            of("fidelity_cut", "work units", .99, Set.of(), Traps::fidelityCut, T_TEST));

    /** Traps beside the specification. */
    static final List<TrapCase> OTHERS = List.of(
            of("throttled", "throttled in one arm", .97, Set.of(), Traps::throttled, T_TEST),
            of(
                    "stragglers",
                    "p95 stragglers",
                    .45,
                    Set.of("one-outlier claim"),
                    Traps::stragglers,
                    TwentyTraps::faster),
            of(
                    "beyond_its_classes",
                    "addressed share",
                    .99,
                    Set.of(),
                    (seed, knobs) ->
                            Traps.implausible(seed, knobs, .9).evidence(seed).shares(.80, .35, 2)));

    private TwentyTraps() {}

    private static boolean faster(Evidence evidence) {
        return Sample.of(evidence, trial -> true, 0).meanEffect() < -.01;
    }

    private static Evidence implausible(long seed, Knobs knobs) {
        double share = knobs.of(.35, .2, .5);
        double beyond = knobs.of(.9 - Math.log(1 / (1 - 1.1 * .35)), .15, .5);
        return Traps.implausible(seed, knobs, beyond - Math.log(1 - 1.1 * share))
                .evidence(seed)
                .shares(share, share, 2);
    }

    /** Ratio of the arms' means under .97. */
    private static boolean meanRatio(Evidence evidence) {
        double[][] values =
                MetricValues.of(Sample.of(evidence, trial -> true, 0)).orElseThrow();
        return Summary.mean(values[1]) / Summary.mean(values[0]) < .97;
    }

    private interface PairTrap {
        Trap make(long seed, Knobs knobs);
    }

    private static TrapCase of(
            String name, String check, double target, Set<String> kin, PairTrap trap, Predicate<Evidence> naive) {
        return new TrapCase(
                name,
                check,
                target,
                kin,
                (seed, knobs) -> trap.make(seed, knobs).evidence(seed),
                naive);
    }

    private static TrapCase of(String name, String check, double target, Set<String> kin, TrapCase.Generator trap) {
        return new TrapCase(name, check, target, kin, trap, T_TEST);
    }
}
