package dev.amdahl.core.stats.design;

import dev.amdahl.core.internal.stats.Arguments;
import dev.amdahl.core.internal.stats.Normal;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The power of the decision rule: the smallest detectable effect, and pairs needed for an effect. Deterministic and thread-safe; simulated
 * answers are kept for the life of the process.
 */
public final class Power {

    private static final int EXPERIMENTS = 400;
    /** Of the experiments: four fifths. */
    private static final int WINS = 320;

    private static final int HALVINGS = 7;
    private static final double MAX = 8;
    /** In σ; beyond them the detectable effect is the minimum and a constant number of σ. */
    private static final double MIN_MINIMUM = .01;

    private static final double MAX_MINIMUM = 20;
    private static final int STEPS = 16;
    private static final int REMEMBERED = 4096;
    private static final long SEED = 0x0_5EEDL;
    private static final Map<Question, Double> ANSWERS = new ConcurrentHashMap<>();

    private final EvidencePolicy policy;

    /** Power under this policy. */
    public Power(EvidencePolicy policy) {
        this.policy = policy;
    }

    /** What an answer depends on, in units of σ; minimum effect and bar as their logarithms in steps of 1/16. */
    private record Question(EvidencePolicy policy, long minimumEffect, long bar) {}

    /**
     * Returns the smallest reduction, as a fraction (.1 is 10 % less), that wins with chance .8 over both sets when d is normal
     * with sd σ, by seeded simulation of 400 experiments.
     *
     * @throws IllegalArgumentException if sigma or bar is not positive and finite
     */
    public double smallestDetectableEffect(double sigma, double bar) {
        Arguments.requirePositive("sigma", sigma);
        Arguments.requirePositive("bar", bar);
        double minimum = policy.minimumLogEffect() / sigma;
        if (ANSWERS.size() > REMEMBERED) {
            ANSWERS.clear();
        }
        long asked = inSteps(Math.max(MIN_MINIMUM, Math.min(MAX_MINIMUM, minimum)));
        double effect = ANSWERS.computeIfAbsent(new Question(policy, asked, inSteps(bar)), Power::solve);
        return -Math.expm1(-(effect + minimum) * sigma);
    }

    /**
     * Pairs for a fixed-n one-sided test: ceil(((z(1-alpha) + z(power)) sd/delta)²), at least 5.
     *
     * @param delta effect on the log scale, positive
     * @param sd standard deviation of d
     */
    public static int pairs(double delta, double sd, double alpha, double power) {
        Arguments.requirePositive("delta", delta);
        Arguments.requirePositive("sd", sd);
        double z = Normal.quantile(1 - alpha) + Normal.quantile(power);
        return (int) Math.max(5, Math.min(Integer.MAX_VALUE, Math.ceil(Math.pow(z * sd / delta, 2))));
    }

    private static long inSteps(double value) {
        return Math.round(STEPS * Math.log(value));
    }

    private static double fromSteps(long steps) {
        return Math.exp((double) steps / STEPS);
    }

    private static double solve(Question question) {
        double minimum = fromSteps(question.minimumEffect());
        SequentialDesign design = new SequentialDesign(
                question.policy().withMinimumEffect(-Math.expm1(-minimum)), 1, fromSteps(question.bar()));
        double low = 0;
        double high = MAX;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = 0.5 * (low + high);
            if (isSeen(design, minimum + middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    /** Returns whether enough experiments win; those that cannot change the answer any more are not simulated. */
    private static boolean isSeen(SequentialDesign design, double effect) {
        SplittableRandom random = new SplittableRandom(SEED);
        int wins = 0;
        for (int i = 0; wins < WINS && i - wins <= EXPERIMENTS - WINS; i++) {
            SplittableRandom own = random.split();
            SequentialRun run = design.begin();
            while (!run.status().isFinal()) {
                run.add(own.nextGaussian() - effect);
            }
            wins += run.status() == Assessment.Status.WIN ? 1 : 0;
        }
        return wins == WINS;
    }
}
