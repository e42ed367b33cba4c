package dev.amdahl.core.internal.simulation;

import dev.amdahl.core.internal.refute.work.Dispute;
import dev.amdahl.core.internal.simulation.Pair.Arm;
import dev.amdahl.spi.experiment.AnalysisConduct;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Wavering;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.OutputRule;
import dev.amdahl.spi.job.ValueSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What a job and a host record of simulated runs, as the panel sees it. */
final class SimulatedEvidence {
    private static final OutputRule OUTPUT = new OutputRule("predictions.jsonl", new OutputRule.Exact());
    private static final double WORK_UNITS = 120_000;
    private static final double INPUT_BYTES = 4e9;
    private static final double ACCELERATOR_MHZ = 1980;
    private static final String TURNAROUND = "turnaround";
    private static final int FAILURE = 1;

    private SimulatedEvidence() {}

    static Trial trial(SimulatedExperiment experiment, Pair pair) {
        double d = experiment.logRatio(pair);
        return new Trial(
                key(pair),
                pair.set,
                pair.index,
                pair.order,
                host(pair),
                arm(experiment, pair, pair.baseline),
                arm(experiment, pair, pair.variant),
                Double.isFinite(d) ? OptionalDouble.of(d) : OptionalDouble.empty(),
                pair.isMeasured() && !output(pair, pair.baseline).equals(output(pair, pair.variant))
                        ? List.of(OUTPUT)
                        : List.of());
    }

    static String key(Pair pair) {
        return "s" + pair.set + "t" + pair.index;
    }

    private static String host(Pair pair) {
        String baseline = "node" + pair.baseline.host;
        return pair.baseline.host == pair.variant.host ? baseline : baseline + "|node" + pair.variant.host;
    }

    private static ArmResult arm(SimulatedExperiment experiment, Pair pair, Arm arm) {
        String name = arm == pair.first() ? "a" : "b";
        if (arm.failed) {
            return ArmResult.failed(name, FAILURE);
        }
        Map<Covariate, Double> covariates = new EnumMap<>(Covariate.class);
        covariates.put(Covariate.LOAD_1M, 1.0);
        covariates.put(Covariate.INPUT_BYTES, INPUT_BYTES * Math.exp(arm.logInput));
        covariates.put(Covariate.QUEUE_SECONDS, arm.queueSeconds);
        if (!arm.isReadingLost) {
            covariates.put(Covariate.ACCELERATOR_MHZ, ACCELERATOR_MHZ * Math.exp(arm.logClock));
            covariates.put(Covariate.ACCELERATOR_THROTTLED, 0.0);
            covariates.put(Covariate.ACCELERATOR_POWER_CAPPED, arm.powerCapped);
        }
        ArmResult recorded = ArmResult.succeeded(name, Math.exp(arm.logSeconds))
                .work(Math.rint(WORK_UNITS * arm.work))
                .digest(OUTPUT.path(), output(pair, arm))
                .covariates(covariates);
        return experiment.scenario().queueCounts()
                ? recorded.metric(TURNAROUND, Math.exp(experiment.metric(arm)))
                : recorded;
    }

    /** Returns what an arm writes; other output is never the same twice. */
    private static String output(Pair pair, Arm arm) {
        boolean isChanged = arm == pair.variant && pair.outputsDiffer;
        return isChanged ? "other" : arm.otherOutput == 0 ? "same" : "other " + arm.otherOutput;
    }

    /** Returns whether two arms did not write or count the same. */
    private static boolean isOther(Pair one, Arm ofOne, Pair other, Arm ofOther) {
        return !output(one, ofOne).equals(output(other, ofOther)) || ofOne.work != ofOther.work;
    }

    /** Returns what a repeat of a disputed trial shows. */
    static Dispute.Repeat repeat(Pair disputed, Pair again) {
        return new Dispute.Repeat(
                isOther(again, again.baseline, again, again.variant),
                isOther(again, again.baseline, disputed, disputed.baseline),
                isOther(again, again.baseline, disputed, disputed.variant));
    }

    /** Returns a claim as the loop makes it: looked at after every trial, on evidence that allows it, on a metric fixed before. */
    static Evidence claim(
            SimulatedExperiment experiment,
            List<Trial> trials,
            List<Trial> unchanged,
            int repeated,
            Wavering wavering,
            Comparison comparison,
            long seed) {
        MetricSpec metric = experiment.scenario().queueCounts() ? turnaround() : MetricSpec.WALL_SECONDS;
        return Evidence.of(trials, seed)
                .unchanged(unchanged)
                .wavering(wavering.variant(), wavering.baseline())
                .metric(metric)
                .comparison(comparison)
                .conduct(AnalysisConduct.UNKNOWN
                        .looks(trials.size(), true)
                        .metrics(List.of(metric.name()), true)
                        .assigned(trials.size(), trials.size()))
                .supplying(
                        Covariate.LOAD_1M,
                        Covariate.INPUT_BYTES,
                        Covariate.ACCELERATOR_MHZ,
                        Covariate.ACCELERATOR_THROTTLED,
                        Covariate.QUEUE_SECONDS)
                .outputsDeclared()
                .workCounted();
    }

    private static MetricSpec turnaround() {
        return new MetricSpec(TURNAROUND, Optional.of(new ValueSource.Json("metrics.json", "/" + TURNAROUND)), true);
    }
}
