package dev.amdahl.core;

import dev.amdahl.core.internal.loop.Trials;
import dev.amdahl.core.internal.loop.verify.Irregular;
import dev.amdahl.core.internal.stats.Levels;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.stats.Alternative;
import dev.amdahl.core.stats.Interval;
import dev.amdahl.core.stats.SignFlip;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Decision;
import dev.amdahl.spi.experiment.Resampler;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The classical test of a fixed number of pairs: all pairs are run, then looked at once. A win needs the interval of the mean log
 * ratio, by inversion of the sign-flip test, beyond the minimum effect and a two-sided p of at most .05. Pairs of which none
 * differs decide nothing: the clock may be too coarse.
 */
final class FixedTest {
    /** Below, two-sided .05 cannot be reached: 2/2^n. */
    private static final int MIN_PAIRS = 6;

    private static final double LEVEL = .05;
    private static final double NEVER = 1e300;

    private FixedTest() {}

    /** Returns a design that looks at the evidence but is never stopped by it. */
    static EvidencePolicy policy(int pairs) {
        return EvidencePolicy.DEFAULT.toBuilder()
                .caps(pairs, 1)
                .bars(NEVER, NEVER, NEVER)
                .futility(Double.MIN_NORMAL, Double.MIN_NORMAL, pairs)
                .minimumEffect(1e-9)
                .build();
    }

    static ComparisonResult of(
            LedgerView view, Dossier dossier, EvidencePolicy design, @Nullable Resampler resampler, long seed) {
        boolean isCapReached =
                dossier.comparison().flatMap(Comparison::decision).isPresent();
        if (!isCapReached) {
            return ComparisonResult.of(view, dossier);
        }
        Trials trials = Trials.of(view, dossier);
        return judge(
                        trials.logRatios(1),
                        EvidencePolicy.DEFAULT.minimumLogEffect(),
                        design.confidence(),
                        resampler,
                        seed)
                .with(Irregular.lines(trials), ArmTimes.of(view, dossier));
    }

    static ComparisonResult judge(
            double[] d, double minimumLogEffect, double confidence, @Nullable Resampler resampler, long seed) {
        if (d.length < MIN_PAIRS) {
            return insufficient(d, d.length + " usable pairs; two-sided .05 needs at least " + MIN_PAIRS);
        }
        if (Arrays.stream(d).allMatch(value -> value == 0)) {
            return insufficient(
                    d, "all " + d.length + " pairs tie: the metric cannot tell the runs apart; run more work");
        }
        Interval interval = SignFlip.interval(d, confidence, SignFlip.ESCALATED_BITS, seed);
        SignFlip.Result test =
                resampler == null ? SignFlip.test(d, Alternative.TWO_SIDED, seed) : resampled(d, resampler, seed);
        return new ComparisonResult(
                decision(interval, test.p(), minimumLogEffect),
                d.length,
                OptionalDouble.of(Math.exp(Summary.mean(d))),
                OptionalDouble.of(Math.exp(interval.lower())),
                OptionalDouble.of(Math.exp(interval.upper())),
                1,
                test.p(),
                List.of(),
                ArmTimes.NONE,
                List.of(String.format(
                        Locale.ROOT,
                        "one look at %d pairs: %s sign-flip p %.3g, interval at %.0f %% by its inversion; no panel, no"
                                + " confirmation",
                        d.length,
                        test.exact() ? "exact" : resampler == null ? "subgroup" : "resampled",
                        test.p(),
                        100 * confidence)));
    }

    /** The same test by the counts of a resampler: of as many sign vectors as the escalated subgroup has. */
    private static SignFlip.Result resampled(double[] d, Resampler resampler, long seed) {
        int bits = SignFlip.ESCALATED_BITS;
        long[] counts = resampler.signFlipCounts(Levels.of(new double[][] {d}), bits, seed);
        return new SignFlip.Result(Arrays.stream(d).sum(), counts[0], bits, false);
    }

    private static ComparisonResult insufficient(double[] d, String reason) {
        return new ComparisonResult(
                Decision.INSUFFICIENT,
                d.length,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                1,
                1,
                List.of(),
                ArmTimes.NONE,
                List.of(reason));
    }

    private static Decision decision(Interval interval, double p, double minimum) {
        if (interval.upper() < -minimum && p <= LEVEL) {
            return Decision.WIN;
        }
        if (interval.lower() > minimum && p <= LEVEL) {
            return Decision.LOSS;
        }
        return interval.lower() > -minimum && interval.upper() < minimum ? Decision.EQUIVALENT : Decision.INCONCLUSIVE;
    }
}
