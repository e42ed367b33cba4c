package dev.amdahl.core.internal.simulation;

import dev.amdahl.core.stats.Alternative;
import dev.amdahl.core.stats.HodgesLehmann;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.core.stats.rank.MannWhitneyTest;
import dev.amdahl.core.stats.rank.SignedRankTest;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A decision rule that is in use elsewhere, named for what it does.
 *
 * @param name in reports
 * @param decision the rule
 */
record BaselineRule(String name, Decision decision) {

    /** Decides one experiment. */
    interface Decision {
        RuleOutcome of(SimulatedExperiment experiment);
    }

    private static final int BASELINE = 0;
    private static final int VARIANT = 1;
    private static final int REPEAT = 2;
    private static final int LAST_LOOK = 60;
    private static final SignedRankTest FASTER = SignedRankTest.withDefaults().with(Alternative.LESS);
    private static final MannWhitneyTest LOWER = MannWhitneyTest.withDefaults().with(Alternative.LESS);

    /** In the order of the report. */
    static final List<BaselineRule> ALL = List.of(
            new BaselineRule("one run, keep if better", BaselineRule::oneRun),
            new BaselineRule("mean of 10 in one launch", BaselineRule::meanOfTen),
            new BaselineRule("best of 5 and over 5 %", BaselineRule::bestOfFive),
            new BaselineRule("1 % win, confirmed against the same stored baseline", BaselineRule::storedBaseline),
            new BaselineRule("two interleaved pairs over 3 %", BaselineRule::twoPairs),
            new BaselineRule("Mann-Whitney p < .1, 20 runs on one node each", BaselineRule::mannWhitney),
            new BaselineRule("paired mean over 1 standard error, n = 10", BaselineRule::oneStandardError),
            new BaselineRule("paired signed-rank at 2.5 % and 2 % effect, n = 10", e -> signedRank(e, 10, false)),
            new BaselineRule("the same, n = 20 and one replication", e -> signedRank(e, 20, true)),
            new BaselineRule("t-test after each pair from 5 to 60", BaselineRule::peeking));

    private static RuleOutcome oneRun(SimulatedExperiment experiment) {
        double d = experiment.launch(VARIANT, true, 1)[0] - experiment.launch(BASELINE, false, 1)[0];
        return RuleOutcome.of(d < 0, 1, d);
    }

    private static RuleOutcome meanOfTen(SimulatedExperiment experiment) {
        double d = logMean(experiment.launch(VARIANT, true, 10)) - logMean(experiment.launch(BASELINE, false, 10));
        return RuleOutcome.of(d < 0, 10, d);
    }

    private static RuleOutcome bestOfFive(SimulatedExperiment experiment) {
        double d = least(experiment.launch(VARIANT, true, 5)) - least(experiment.launch(BASELINE, false, 5));
        return RuleOutcome.of(d < Math.log(.95), 5, d);
    }

    private static RuleOutcome storedBaseline(SimulatedExperiment experiment) {
        double baseline = experiment.launch(BASELINE, false, 1)[0];
        double first = experiment.launch(VARIANT, true, 1)[0] - baseline;
        if (!(first < Math.log(.99))) {
            return RuleOutcome.rejected(1);
        }
        double again = experiment.launch(REPEAT, true, 1)[0] - baseline;
        return RuleOutcome.of(again < Math.log(.995), 1.5, .5 * (first + again));
    }

    private static RuleOutcome twoPairs(SimulatedExperiment experiment) {
        double[] d = pairs(experiment, 1, 2);
        if (d.length < 2) {
            return RuleOutcome.rejected(2);
        }
        double median = Summary.median(d);
        return RuleOutcome.of(d[0] < 0 && d[1] < 0 && median < Math.log(.97), 2, median);
    }

    private static RuleOutcome mannWhitney(SimulatedExperiment experiment) {
        double[] baseline = experiment.launch(BASELINE, false, 20);
        double[] variant = experiment.launch(VARIANT, true, 20);
        double p = LOWER.test(variant, baseline).p();
        return RuleOutcome.of(p < .1, 20, logMean(variant) - logMean(baseline));
    }

    private static RuleOutcome oneStandardError(SimulatedExperiment experiment) {
        double[] d = pairs(experiment, 1, 10);
        if (d.length < 2) {
            return RuleOutcome.rejected(10);
        }
        double mean = Summary.mean(d);
        return RuleOutcome.of(mean < -Summary.standardDeviation(d) / Math.sqrt(d.length), 10, mean);
    }

    private static RuleOutcome signedRank(SimulatedExperiment experiment, int n, boolean replicated) {
        double[] first = pairs(experiment, 1, n);
        double estimate = estimate(first);
        if (!isSignedRankWin(first, estimate)) {
            return RuleOutcome.rejected(n);
        }
        if (!replicated) {
            return RuleOutcome.of(true, n, estimate);
        }
        double[] second = pairs(experiment, 2, n);
        double again = estimate(second);
        return RuleOutcome.of(isSignedRankWin(second, again), 2 * n, .5 * (estimate + again));
    }

    private static double estimate(double[] d) {
        return d.length == 0 ? 0 : HodgesLehmann.estimate(d);
    }

    private static boolean isSignedRankWin(double[] d, double estimate) {
        return estimate < Math.log(.98) && FASTER.test(d).p() <= .025;
    }

    private static RuleOutcome peeking(SimulatedExperiment experiment) {
        double sum = 0;
        double squares = 0;
        int n = 0;
        for (int index = 1; index <= LAST_LOOK; index++) {
            double d = experiment.logRatio(experiment.pair(1, index));
            if (!Double.isFinite(d)) {
                continue;
            }
            n++;
            sum += d;
            squares += d * d;
            double mean = sum / n;
            if (n >= 5 && mean < 0) {
                double error = Math.sqrt((squares - n * mean * mean) / (n - 1) / n);
                if (mean / error < -Looks.CRITICAL[n]) {
                    return RuleOutcome.of(true, n, mean);
                }
            }
        }
        return RuleOutcome.rejected(n);
    }

    /** Two-sided 5 % points of Student's t by number of pairs. */
    private static final class Looks {
        static final double[] CRITICAL = new double[LAST_LOOK + 1];

        static {
            for (int n = 2; n <= LAST_LOOK; n++) {
                CRITICAL[n] = TDistribution.of(n - 1).inverseSurvivalProbability(.025);
            }
        }
    }

    private static double[] pairs(SimulatedExperiment experiment, int set, int n) {
        double[] d = new double[n];
        int usable = 0;
        for (int index = 1; index <= n; index++) {
            double logRatio = experiment.logRatio(experiment.pair(set, index));
            if (Double.isFinite(logRatio)) {
                d[usable++] = logRatio;
            }
        }
        return Arrays.copyOf(d, usable);
    }

    private static double logMean(double[] logs) {
        return Math.log(Arrays.stream(logs).map(Math::exp).average().orElseThrow());
    }

    private static double least(double[] logs) {
        return Arrays.stream(logs).min().orElseThrow();
    }
}
