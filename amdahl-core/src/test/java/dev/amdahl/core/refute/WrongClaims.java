package dev.amdahl.core.refute;

import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.refute.check.Significance;
import dev.amdahl.core.internal.stats.StudentT;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.ValueSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Traps in which the trials are sound and the way from them to the claim is not. */
final class WrongClaims {
    private static final double[] CRITICAL = IntStream.range(0, 128)
            .mapToDouble(n -> n < 2 ? Double.POSITIVE_INFINITY : StudentT.quantile(.975, n - 1))
            .toArray();

    private WrongClaims() {}

    /** Looked at after each pair until a t-test says that it is a win; redrawn until it does. */
    static Evidence peeking(long seed, Knobs knobs) {
        int most = knobs.count(60, 40, 100);
        int first = knobs.count(5, 4, 8);
        for (long attempt = 0; ; attempt++) {
            Trap trap = new Trap(seed + 1_000_003 * attempt, knobs);
            trap.pairs = most;
            List<Draft> drafts = trap.drafts();
            int looks = firstWin(effects(drafts), first);
            if (looks > 0) {
                Evidence seen = trap.evidence(seed, upTo(drafts, first + looks - 1));
                return seen.conduct(seen.conduct().looks(looks, false));
            }
        }
    }

    private static double[] effects(List<Draft> drafts) {
        return drafts.stream()
                .filter(Draft::isUsable)
                .mapToDouble(draft -> Math.log(draft.value(1) / draft.value(0)))
                .toArray();
    }

    /** How many looks it took; 0 if it never wins. */
    private static int firstWin(double[] d, int first) {
        double sum = 0;
        double squares = 0;
        for (int n = 1; n <= d.length; n++) {
            sum += d[n - 1];
            squares += d[n - 1] * d[n - 1];
            double variance = (squares - sum * sum / n) / Math.max(1, n - 1);
            if (n >= first && sum / Math.sqrt(n * variance) < -CRITICAL[n]) {
                return n - first + 1;
            }
        }
        return 0;
    }

    /** The pairs up to and with the n-th usable one. */
    private static List<Draft> upTo(List<Draft> drafts, int usable) {
        List<Draft> seen = new ArrayList<>();
        int count = 0;
        for (Draft draft : drafts) {
            if (count < usable) {
                seen.add(draft);
                count += draft.isUsable() ? 1 : 0;
            }
        }
        return seen;
    }

    /** The slowest of many jobs, against the figure for which it was chosen. */
    static Evidence storedBaseline(long seed, Knobs knobs) {
        int jobs = knobs.count(30, 20, 60);
        double noise = knobs.of(.05, .05, .08);
        Trap trap = new Trap(seed, knobs);
        trap.pairNoise = noise;
        double stored = Double.NEGATIVE_INFINITY;
        for (int job = 0; job < jobs; job++) {
            stored = Math.max(stored, noise * trap.random.nextGaussian());
        }
        Evidence evidence = trap.evidence(seed);
        return evidence.conduct(evidence.conduct().claimed(Summary.mean(againstStored(evidence, stored))));
    }

    private static double[] againstStored(Evidence evidence, double stored) {
        return evidence.trials().stream()
                .filter(Sample::isUsable)
                .mapToDouble(
                        trial -> Math.log(trial.variant().wallSeconds().orElseThrow() / Draft.BASE_SECONDS) - stored)
                .toArray();
    }

    /** Whether the claim against the stored baseline passes a t-test. */
    static boolean isStoredWin(Evidence evidence) {
        double claim = evidence.conduct().claimedLogRatio().orElseThrow();
        double[] d = againstStored(evidence, 0);
        return claim < 0 && Math.abs(claim) / Summary.standardDeviation(d) * Math.sqrt(d.length) > CRITICAL[d.length];
    }

    /** The best of many metrics that have nothing to do with the change. */
    static Evidence chosenMetric(long seed, Knobs knobs) {
        return chosenMetric(seed, knobs, 0);
    }

    /** The same with an effect on the first of them. */
    static Evidence chosenMetric(long seed, Knobs knobs, double onFirst) {
        int count = knobs.count(20, 20, 40);
        Trap trap = Traps.trap(seed, knobs, (own, draft) -> {
            draft.log[1] += onFirst;
            for (int metric = 0; metric < count; metric++) {
                double level = own.random.nextGaussian();
                for (int arm = 0; arm < 2; arm++) {
                    double value = Math.exp(level + own.noise / Math.sqrt(2) * own.random.nextGaussian());
                    boolean moved = metric == 0 && arm == 1;
                    draft.metrics.get(arm).put("metric-" + metric, moved ? value * Math.exp(onFirst) : value);
                }
            }
        });
        List<Draft> drafts = trap.drafts();
        List<String> names =
                IntStream.range(0, count).mapToObj(metric -> "metric-" + metric).toList();
        String best = "";
        double smallest = 2;
        boolean lower = true;
        for (String name : names) {
            double[] d = drafts.stream()
                    .filter(Draft::isUsable)
                    .mapToDouble(draft -> draft.logRatio(name))
                    .toArray();
            double p = Significance.differsFromZero(d);
            if (p < smallest) {
                smallest = p;
                best = name;
                lower = Summary.mean(d) < 0;
            }
        }
        Evidence all = trap.evidence(seed, drafts);
        return on(all, best, lower).conduct(all.conduct().metrics(names, false));
    }

    private static Evidence on(Evidence evidence, String metric, boolean lower) {
        MetricSpec spec = new MetricSpec(metric, Optional.of(new ValueSource.Stdout(metric + " (.*)")), lower);
        return evidence.metric(spec)
                .trials(evidence.trials().stream()
                        .map(trial -> Draft.on(trial, metric, lower))
                        .toList());
    }

    /** Many iterations of one process for each arm; redrawn until the variant's is the faster. */
    static Evidence repetitions(long seed, Knobs knobs) {
        int iterations = knobs.count(100, 50, 150);
        double between = knobs.of(.03, .02, .06);
        double within = knobs.of(.03, .01, .04);
        double memory = knobs.of(.5, .3, .8);
        for (long attempt = 0; ; attempt++) {
            double[] last = new double[2];
            double[] level = new double[2];
            Trap trap = new Trap(seed + 1_000_003 * attempt, knobs) {
                @Override
                void spring(Draft draft) {
                    for (int arm = 0; arm < 2; arm++) {
                        level[arm] = draft.index == 1 ? between * random.nextGaussian() : level[arm];
                        last[arm] =
                                memory * last[arm] + Math.sqrt(1 - memory * memory) * within * random.nextGaussian();
                        draft.log[arm] = level[arm] + last[arm];
                        draft.process[arm] = arm == 0 ? "p" : "q";
                        draft.failed[arm] = false;
                        draft.input[arm] = 0;
                        draft.clock[arm] = 0;
                    }
                }
            };
            trap.pairs = iterations;
            List<Draft> drafts = trap.drafts();
            double[] d = effects(drafts);
            if (Summary.mean(d) < 0 && Significance.differsFromZero(d) < .05) {
                return trap.evidence(seed, drafts);
            }
        }
    }
}
