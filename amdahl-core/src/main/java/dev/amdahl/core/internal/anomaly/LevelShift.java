package dev.amdahl.core.internal.anomaly;

import java.util.Arrays;

/**
 * Finds a lasting change of level, sample by sample: a two-sided cumulative sum (Page 1954) of the clipped innovations of a first-order
 * autoregression around a robust level, so that neither wild values nor dependence between neighbours add up to an alarm; and an alarm
 * counts only if the level since has moved by {@link ShiftPolicy}. The first {@value #WARM_UP} samples, and as many after an alarm, are
 * learned from and never judged; the bar is twice as high right after and falls as more is learned. Keeps a fixed number of values, allocates nothing. Not thread-safe.
 */
final class LevelShift {
    static final int WARM_UP = 64;

    private static final double CLIP = 3;
    private static final double WIDE_CLIP = 8;
    private static final double DRIFT = .5;
    private static final double MAX_BIAS = .3;
    private static final double STRONGEST = .95;
    private static final double MIN_SPREAD = .002;
    private static final double NORMAL_ABSOLUTE = 1.2533;
    private static final int MAX_LENGTH = 256;

    private final ShiftPolicy policy;
    private final double[] window = new double[WARM_UP];
    private final double[] sorted = new double[WARM_UP];
    private final Excursion up = new Excursion();
    private final Excursion down = new Excursion();
    private int filled;
    private long learned;
    private double level;
    private double spread;
    private double innovation;
    private double bias;
    private double product;
    private double square;
    private double correlation;
    private double previous;
    private Excursion found = up;

    LevelShift(ShiftPolicy policy) {
        this.policy = policy;
    }

    /** The stretch since a cumulative sum left zero. */
    private static final class Excursion {
        private double sum;
        private double moved;
        private double all;
        private long samples;
        private long since;
        private long step;

        void add(double gain, double clipped, double residual, long nanos, long at) {
            sum = Math.max(0, sum + gain);
            if (sum == 0) {
                clear();
                return;
            }
            if (samples == 0) {
                since = nanos;
                step = at;
            }
            samples++;
            moved += clipped;
            all += residual;
        }

        double mean() {
            return samples == 0 ? 0 : moved / samples;
        }

        void clear() {
            sum = 0;
            samples = 0;
            moved = 0;
            all = 0;
        }
    }

    /**
     * Takes a finite sample.
     *
     * @param step of the job, -1 when not known
     * @return 1 for a rise, -1 for a fall, 0 for neither
     */
    int accept(long nanos, long step, double value) {
        if (filled < WARM_UP) {
            window[filled++] = value;
            if (filled == WARM_UP) {
                learn();
            }
            return 0;
        }
        double residual = value - level;
        double z = clip((residual - correlation * previous) / innovation, CLIP);
        double gain = z - bias;
        double clipped = clip(residual / spread, WIDE_CLIP) * spread;
        double counted = clip(residual / least(), 2) * least();
        up.add(gain - DRIFT, counted, residual, nanos, step);
        down.add(-gain - DRIFT, counted, residual, nanos, step);
        double bar = policy.bar() * (1 + (double) WARM_UP / learned);
        boolean suspicious = (policy.up() && up.sum > bar / 2) || (policy.down() && down.sum > bar / 2);
        if (!suspicious) {
            adapt(clipped, z, residual - correlation * previous);
        }
        previous = clipped;
        if (policy.up() && up.sum > bar) {
            return judge(up, 1);
        }
        return policy.down() && down.sum > bar ? judge(down, -1) : 0;
    }

    private int judge(Excursion excursion, int direction) {
        if (direction * excursion.mean() >= least()) {
            found = excursion;
            filled = 0;
            return direction;
        }
        if (excursion.samples > MAX_LENGTH) {
            filled = 0;
            clear();
        }
        return 0;
    }

    /** Returns the least change that counts. */
    private double least() {
        return Math.max(policy.spreads() * spread, policy.relative() * Math.abs(level));
    }

    /** From the first samples: median, mean distance from it, and the dependence of neighbours. */
    private void learn() {
        System.arraycopy(window, 0, sorted, 0, WARM_UP);
        Arrays.sort(sorted);
        level = (sorted[WARM_UP / 2 - 1] + sorted[WARM_UP / 2]) / 2;
        double least = leastSpread();
        for (int i = 0; i < WARM_UP; i++) {
            sorted[i] = Math.abs(window[i] - level);
        }
        Arrays.sort(sorted);
        double median = Math.max(least, 1.4826 * (sorted[WARM_UP / 2 - 1] + sorted[WARM_UP / 2]) / 2);
        double absolute = 0;
        for (double value : window) {
            absolute += Math.abs(clip((value - level) / median, WIDE_CLIP) * median);
        }
        spread = Math.max(least, NORMAL_ABSOLUTE * absolute / WARM_UP);
        product = 0;
        square = 0;
        for (int i = 1; i < WARM_UP; i++) {
            double before = clip((window[i - 1] - level) / spread, CLIP);
            product += before * clip((window[i] - level) / spread, CLIP) / WARM_UP;
            square += before * before / WARM_UP;
        }
        correlate();
        innovation = Math.max(least, spread * Math.sqrt(1 - correlation * correlation));
        bias = 0;
        previous = clip((window[WARM_UP - 1] - level) / spread, WIDE_CLIP) * spread;
        learned = WARM_UP;
        clear();
    }

    private void clear() {
        up.clear();
        down.clear();
    }

    private void adapt(double residual, double z, double difference) {
        learned++;
        double rate = Math.max(1.0 / policy.memory(), 1.0 / learned);
        double least = leastSpread();
        double now = clip(residual / spread, CLIP);
        product += rate * (now * clip(previous / spread, CLIP) - product);
        square += rate * (now * now - square);
        correlate();
        level += rate * clip(residual / spread, CLIP) * spread;
        spread = Math.max(
                least, spread + rate * (NORMAL_ABSOLUTE * Math.min(Math.abs(residual), WIDE_CLIP * spread) - spread));
        double absolute = Math.min(Math.abs(difference), WIDE_CLIP * innovation);
        innovation = Math.max(least, innovation + rate * (NORMAL_ABSOLUTE * absolute - innovation));
        bias = clip(bias + rate * (z - bias), MAX_BIAS);
    }

    private void correlate() {
        correlation = square > 0 ? Math.max(0, Math.min(STRONGEST, product / square)) : 0;
    }

    private double leastSpread() {
        return MIN_SPREAD * Math.abs(level) + Double.MIN_NORMAL;
    }

    /** Returns the level before the change that was found. */
    double before() {
        return level;
    }

    /** Returns the mean level since. */
    double after() {
        return level + (found.samples == 0 ? 0 : found.all / found.samples);
    }

    /** Returns when the change began, as far as that can be told. */
    long sinceNanos() {
        return found.since;
    }

    long sinceStep() {
        return found.step;
    }

    /** Samples from there to the one that showed it, both counted. */
    long samples() {
        return found.samples;
    }

    private static double clip(double value, double bound) {
        return Math.max(-bound, Math.min(bound, value));
    }
}
