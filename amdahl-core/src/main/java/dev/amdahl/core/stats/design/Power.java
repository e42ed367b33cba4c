package dev.amdahl.core.stats.design;

import dev.amdahl.core.stats.Arguments;
import dev.amdahl.core.stats.Normal;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the decision rule can see: the smallest detectable effect, and pairs needed for an effect. Deterministic and
 * thread-safe; simulated answers are kept for the life of the process.
 */
public final class Power {

    private static final double TARGET = .8;
    private static final int EXPERIMENTS = 2000;
    private static final int HALVINGS = 10;
    private static final double LARGEST = 8;
    private static final int REMEMBERED = 4096;
    private static final long SEED = 0x0_5EEDL;
    private static final Map<Question, Double> ANSWERS = new ConcurrentHashMap<>();

    private final EvidencePolicy policy;

    /** Power under this policy. */
    public Power(EvidencePolicy policy) {
        this.policy = policy;
    }

    /** What an answer depends on, in units of σ; the minimum effect is rounded to 1/1000 σ. */
    private record Question(EvidencePolicy policy, long minimumEffect, double bar) {}

    /**
     * The smallest reduction, as a fraction (.1 is 10 % less), that wins with chance .8 over both sets when d is normal
     * with sd σ, by seeded simulation of 2,000 experiments without futility.
     *
     * @throws IllegalArgumentException if sigma or bar is not positive and finite
     */
    public double smallestDetectableEffect(double sigma, double bar) {
        Arguments.requirePositive("sigma", sigma);
        Arguments.requirePositive("bar", bar);
        long minimum = Math.round(1000 * policy.minimumLogEffect() / sigma);
        if (ANSWERS.size() > REMEMBERED) {
            ANSWERS.clear();
        }
        double effect = ANSWERS.computeIfAbsent(new Question(policy, minimum, bar), Power::solve);
        return -Math.expm1(-effect * sigma);
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

    private static double solve(Question question) {
        double low = 0;
        double high = LARGEST + question.minimumEffect() / 1000.0;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = 0.5 * (low + high);
            if (power(question, middle) >= TARGET) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    private static double power(Question question, double effect) {
        SplittableRandom random = new SplittableRandom(SEED);
        int wins = 0;
        for (int i = 0; i < EXPERIMENTS; i++) {
            wins += wins(question, effect, random.split()) ? 1 : 0;
        }
        return (double) wins / EXPERIMENTS;
    }

    private static boolean wins(Question question, double effect, SplittableRandom random) {
        EvidencePolicy policy = question.policy();
        double[] wealth = UnitWealth.start();
        for (int n = 1; n <= policy.firstCap(); n++) {
            double evidence = UnitWealth.step(wealth, effect + UnitWealth.normal(random));
            if (evidence >= policy.firstBar()) {
                return confirms(question, effect, n, evidence, random);
            }
        }
        return false;
    }

    private static boolean confirms(Question question, double effect, int used, double first, SplittableRandom random) {
        EvidencePolicy policy = question.policy();
        double minimum = question.minimumEffect() / 1000.0;
        double needed = Math.max(policy.confirmationBar(), question.bar() / first);
        double beyond = 2 / (1 - policy.confidence());
        double margin = Normal.quantile(0.5 * (1 + policy.confidence()));
        int required = policy.confirmationTrials(used);
        double[] wealth = UnitWealth.start();
        double[] shifted = UnitWealth.start();
        boolean liesBeyond = false;
        double sum = 0;
        for (int n = 1; n <= policy.confirmationCap(); n++) {
            double x = effect + UnitWealth.normal(random);
            sum += x;
            double evidence = UnitWealth.step(wealth, x);
            liesBeyond |= UnitWealth.step(shifted, x - minimum) >= beyond;
            boolean fixed = n == required && sum / n - margin / Math.sqrt(n) > minimum;
            if (n >= required && evidence >= needed && (liesBeyond || fixed)) {
                return true;
            }
        }
        return false;
    }
}
