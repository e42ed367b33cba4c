package dev.amdahl.core.stats.bootstrap;

/**
 * Positions drawn with replacement, each a function of seed, resample and place: SplitMix64 (Steele, Lea and Flood 2014)
 * at a counter, two positions a word. A position's chance is 1/n to within 2^-32. Immutable and thread-safe.
 */
final class Draws {

    private static final long GAMMA = 0x9E3779B97F4A7C15L;
    private static final long LOW = 0xFFFFFFFFL;

    private final long origin;
    private final int n;
    private final int words;

    Draws(long seed, int n) {
        this.origin = mix(seed);
        this.n = n;
        this.words = (n + 1) / 2;
    }

    /** Fills the target with a resample of the sample. */
    void resample(double[] sample, int resample, double[] target) {
        long state = state(resample);
        for (int i = 0; i < n; i += 2) {
            state += GAMMA;
            long word = mix(state);
            target[i] = sample[high(word)];
            if (i + 1 < n) {
                target[i + 1] = sample[low(word)];
            }
        }
    }

    /** The sum of a resample of the values. */
    double sum(double[] values, int resample) {
        long state = state(resample);
        double even = 0;
        double odd = 0;
        for (int i = 1; i < n; i += 2) {
            state += GAMMA;
            long word = mix(state);
            even += values[high(word)];
            odd += values[low(word)];
        }
        if (n % 2 == 1) {
            even += values[high(mix(state + GAMMA))];
        }
        return even + odd;
    }

    /** The t-statistic of a resample of centred values; infinite where all that was drawn is one value. */
    double studentised(double[] values, int resample) {
        long state = state(resample);
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < n; i += 2) {
            state += GAMMA;
            long word = mix(state);
            double value = values[high(word)];
            sum += value;
            squares += value * value;
            if (i + 1 < n) {
                value = values[low(word)];
                sum += value;
                squares += value * value;
            }
        }
        double spread = squares - sum * sum / n;
        return spread <= 1e-13 * squares ? unlimited(sum) : sum / Math.sqrt(spread * n / (n - 1));
    }

    static double unlimited(double difference) {
        return difference == 0 ? 0 : difference * Double.POSITIVE_INFINITY;
    }

    private long state(int resample) {
        return origin + GAMMA * ((long) resample * words);
    }

    private int high(long word) {
        return (int) (((word >>> 32) * n) >>> 32);
    }

    private int low(long word) {
        return (int) (((word & LOW) * n) >>> 32);
    }

    private static long mix(long state) {
        long z = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
