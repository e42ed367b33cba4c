package dev.amdahl.core.stats.design;

import java.util.SplittableRandom;

/**
 * Predicted chance that evidence reaches a bar within the trials that are left. Immutable and thread-safe.
 *
 * <p>The effect given the data is normal around the mean of the clipped d with sd σ/√n, future d are normal around it
 * with sd σ. A seeded simulation of up to 512 paths ends early once it is clear of the threshold; it steers stopping
 * for futility only, so its error costs no validity.
 */
final class Outlook {

    private static final int BATCH = 128;
    private static final int MAX_PATHS = 512;
    private static final long SEED = 0x5EED_0F_0A7EL;

    private final double sigma;
    private final Direction direction;

    Outlook(double sigma, Direction direction) {
        this.sigma = sigma;
        this.direction = direction;
    }

    /**
     * @param d the trials so far, at least one
     * @param bar evidence to reach
     * @param earliest number of trials before which reaching it does not count
     * @param cap trials in all
     * @param threshold the chance that the caller compares with
     */
    double chance(double[] d, double bar, int earliest, int cap, double threshold) {
        double[] wealth = UnitWealth.start();
        double sum = 0;
        for (double value : d) {
            double x = direction.towards(value) / sigma;
            UnitWealth.step(wealth, x);
            sum += Math.max(-SignEProcess.CLIP, Math.min(SignEProcess.CLIP, x));
        }
        if (UnitWealth.best(wealth, cap - d.length) < bar) {
            return 0;
        }
        SplittableRandom random = new SplittableRandom(SEED + d.length);
        Paths paths = new Paths(sum / d.length, d.length, bar, Math.max(earliest, d.length + 1), cap);
        int hits = 0;
        int drawn = 0;
        boolean clear = false;
        while (drawn < MAX_PATHS && !clear) {
            for (int i = 0; i < BATCH; i++) {
                hits += paths.reaches(wealth, random) ? 1 : 0;
            }
            drawn += BATCH;
            double chance = (hits + 1.0) / (drawn + 2.0);
            clear = Math.abs(chance - threshold) > 3 * Math.sqrt(chance * (1 - chance) / drawn);
        }
        return (double) hits / drawn;
    }

    /** Whether even the best possible trials cannot lift the evidence to the bar. */
    boolean isOutOfReach(double[] d, double bar, int cap) {
        double[] wealth = UnitWealth.start();
        for (double value : d) {
            UnitWealth.step(wealth, direction.towards(value) / sigma);
        }
        return UnitWealth.best(wealth, cap - d.length) < bar;
    }

    private record Paths(double mean, int trials, double bar, int earliest, int cap) {

        boolean reaches(double[] wealth, SplittableRandom random) {
            double effect = mean + UnitWealth.normal(random) / Math.sqrt(trials);
            double[] current = wealth.clone();
            for (int n = trials + 1; n <= cap; n++) {
                double evidence = UnitWealth.step(current, effect + UnitWealth.normal(random));
                if (evidence >= bar && n >= earliest) {
                    return true;
                }
            }
            return false;
        }
    }
}
