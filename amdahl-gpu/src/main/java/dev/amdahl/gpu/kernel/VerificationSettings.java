package dev.amdahl.gpu.kernel;

/**
 * How much is done to judge one kernel, and what counts as faster.
 *
 * @param hidden inputs of drawn shapes, beside the fixed ones
 * @param repetitions of one input, in different orders and surroundings
 * @param blocks timed blocks of baseline, candidate, candidate, baseline
 * @param alpha most p of the test of the pairs
 * @param least the factor that the lower bound of the speed-up must exceed
 * @param incredible above this factor a gain is put to refuters, each of which does all of this again
 */
public record VerificationSettings(
        int hidden, int repetitions, int blocks, double alpha, double least, double incredible) {
    /** 30 blocks at 1 %. */
    public static final VerificationSettings DEFAULT = new VerificationSettings(8, 10, 30, .01, 1.01, 10);

    /** Enough for large differences. */
    public static final VerificationSettings QUICK = new VerificationSettings(3, 6, 8, .02, 1.05, 10);

    public VerificationSettings {
        if (hidden < 1
                || repetitions < 2
                || blocks < 6
                || !(alpha > 0 && alpha < 1)
                || !(least >= 1)
                || !(incredible > 1)) {
            throw new IllegalArgumentException(
                    "no rigour: " + hidden + " hidden inputs, " + repetitions + " repetitions, " + blocks
                            + " blocks, alpha " + alpha + ", factors " + least + " and " + incredible);
        }
    }
}
