package dev.amdahl.core.stats.design;

import dev.amdahl.core.stats.HodgesLehmann;
import dev.amdahl.core.stats.Interval;
import dev.amdahl.core.stats.Summary;

/**
 * Effect on the log-ratio scale; below zero the variant is better.
 *
 * <p>Shrinkage for the winner's curse is the positive-part James-Stein factor 1 - se²/raw², se² = min(σ², s²)/n with the
 * sample variance s², then held inside the interval: an estimate many standard errors from zero hardly moves, one near zero moves most.
 *
 * @param raw Hodges-Lehmann estimate
 * @param shrunk the estimate to report
 * @param interval its interval
 */
public record Estimate(double raw, double shrunk, Interval interval) {

    static Estimate of(double[] d, double sigma, Interval interval) {
        double raw = HodgesLehmann.estimate(d);
        double spread = d.length > 1 ? Math.min(sigma, Summary.standardDeviation(d)) : sigma;
        double variance = spread * spread / d.length;
        double shrunk = raw * raw <= variance ? 0 : raw * (1 - variance / (raw * raw));
        return new Estimate(raw, Math.max(interval.lower(), Math.min(interval.upper(), shrunk)), interval);
    }

    /** Returns the shrunk effect as a relative change, -.2 for 20 % less. */
    public double relativeChange() {
        return Math.expm1(shrunk);
    }

    /** Returns the shrunk effect as a speed-up, baseline/variant. */
    public double speedup() {
        return Math.exp(-shrunk);
    }
}
