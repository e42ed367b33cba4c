package dev.amdahl.core.stats.design;

import dev.amdahl.core.internal.stats.Arguments;
import dev.amdahl.core.stats.online.LordPlusPlus;
import java.util.Locale;

/**
 * All constants by which evidence becomes a win. Immutable and thread-safe; change it through {@link #toBuilder()}.
 *
 * @param firstCap trials in the first set at most
 * @param confirmationCap trials in the confirmation set at most
 * @param minimumConfirmation trials in the confirmation set at least
 * @param firstBar E₁ that passes the first set
 * @param confirmationBar E₂ that a win needs at least
 * @param lossBar mirror E in the first set that makes a loss
 * @param alphaFloor lowest level that sets the bar, unless strict
 * @param strictFdr whether the bar is 1/α_t without floor
 * @param fdr online false discovery rate
 * @param fdrInitialWealth w₀ of LORD++
 * @param minimumEffect minimum practical effect as a fraction, .01 is 1 %
 * @param confidence coverage of the reported interval
 * @param futilityChance predicted chance to pass under which a set ends
 * @param futilityEvidence evidence under which a set ends: so many times likelier without an effect
 * @param futilityAfter trials before the first set may end for futility
 * @param shortArmSeconds median under which an arm counts as short
 * @param shortArmEffect estimate under which a short arm's verdict is insufficient
 */
public record EvidencePolicy(
        int firstCap,
        int confirmationCap,
        int minimumConfirmation,
        double firstBar,
        double confirmationBar,
        double lossBar,
        double alphaFloor,
        boolean strictFdr,
        double fdr,
        double fdrInitialWealth,
        double minimumEffect,
        double confidence,
        double futilityChance,
        double futilityEvidence,
        int futilityAfter,
        double shortArmSeconds,
        double shortArmEffect) {

    /**
     * Fewest pairs in all that can show a win by the default bars: a pair multiplies the evidence by 1.75 at most, so that a set of five
     * comes to 16.4 and one of six to 28.7, where 20 are needed.
     */
    public static final int MIN_PAIRS = 12;

    /** Caps 60 + 60. */
    public static final EvidencePolicy DEFAULT = new Builder().build();

    /** Caps 20 + 20. */
    public static final EvidencePolicy QUICKSTART = DEFAULT.withCaps(20, 20);

    /** @throws IllegalArgumentException if a constant is out of its range */
    public EvidencePolicy {
        Arguments.requireAtLeast("firstCap", firstCap, 1);
        Arguments.requireAtLeast("confirmationCap", confirmationCap, 1);
        Arguments.requireAtLeast("minimumConfirmation", minimumConfirmation, 1);
        Arguments.requirePositive("firstBar", firstBar);
        Arguments.requirePositive("confirmationBar", confirmationBar);
        Arguments.requirePositive("lossBar", lossBar);
        Arguments.requireProbability("alphaFloor", alphaFloor);
        Arguments.requireProbability("fdr", fdr);
        Arguments.requireProbability("fdrInitialWealth", fdrInitialWealth);
        Arguments.requireProbability("minimumEffect", minimumEffect);
        Arguments.requireProbability("confidence", confidence);
        Arguments.requireProbability("futilityChance", futilityChance);
        Arguments.requireProbability("futilityEvidence", futilityEvidence);
        Arguments.requireAtLeast("futilityAfter", futilityAfter, 1);
        Arguments.requirePositive("shortArmSeconds", shortArmSeconds);
        Arguments.requireProbability("shortArmEffect", shortArmEffect);
    }

    /** Returns the bar that E₁·E₂ must reach: 1/max(α_t, floor), or 1/α_t if strict; fixed at submit. */
    public double bar(double alphaLevel) {
        Arguments.requireProbability("alphaLevel", alphaLevel);
        return 1 / (strictFdr ? alphaLevel : Math.max(alphaLevel, alphaFloor));
    }

    /** Returns the highest bar without strict control, 400 by default: what a comparison outside a ledger uses. */
    public double highestBar() {
        return 1 / alphaFloor;
    }

    /** Trials that the confirmation runs at least, after a first set of that many: two thirds of them, at least the minimum, capped. */
    public int confirmationTrials(int firstTrials) {
        int twoThirds = (2 * firstTrials + 2) / 3;
        return Math.min(confirmationCap, Math.max(minimumConfirmation, twoThirds));
    }

    /** Returns the minimum practical effect on the log scale, -log(1 - effect). */
    public double minimumLogEffect() {
        return -Math.log1p(-minimumEffect);
    }

    boolean isTooShort(ArmMedians medians, Estimate estimate) {
        return medians.shorter() < shortArmSeconds && Math.abs(estimate.relativeChange()) < shortArmEffect;
    }

    String tooShort(ArmMedians medians, Estimate estimate) {
        return String.format(
                Locale.ROOT,
                "an arm takes %.2f s; under %.1f s an effect of %.1f %% cannot be trusted, it takes %.1f %%",
                medians.shorter(),
                shortArmSeconds,
                100 * Math.abs(estimate.relativeChange()),
                100 * shortArmEffect);
    }

    /** Online control with this policy's rate and initial wealth. */
    public LordPlusPlus onlineFdr() {
        return new LordPlusPlus(fdr, fdrInitialWealth);
    }

    /** Returns the same policy with other caps. */
    public EvidencePolicy withCaps(int first, int confirmation) {
        return toBuilder().caps(first, confirmation).build();
    }

    /** Returns the same policy for a number of pairs in all, at most half of them in the first set. */
    public EvidencePolicy withPairs(int pairs) {
        Arguments.requireAtLeast("pairs", pairs, 2);
        return withCaps(pairs / 2, pairs - pairs / 2);
    }

    /** Returns the same policy with or without the floor under α_t. */
    public EvidencePolicy withStrictFdr(boolean strict) {
        return toBuilder().strictFdr(strict).build();
    }

    /** Returns the same policy with another minimum practical effect. */
    public EvidencePolicy withMinimumEffect(double fraction) {
        return toBuilder().minimumEffect(fraction).build();
    }

    /** Returns a builder that starts from this policy. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Builds policies, from the defaults or from another one; not thread-safe. */
    public static final class Builder {
        private int firstCap = 60;
        private int confirmationCap = 60;
        private int minimumConfirmation = 8;
        private double firstBar = 20;
        private double confirmationBar = 10;
        private double lossBar = 20;
        private double alphaFloor = .0025;
        private boolean strictFdr;
        private double fdr = .05;
        private double fdrInitialWealth = .025;
        private double minimumEffect = .01;
        private double confidence = .95;
        private double futilityChance = .0001;
        private double futilityEvidence = .04;
        private int futilityAfter = 6;
        private double shortArmSeconds = 2;
        private double shortArmEffect = .05;

        /** Starts from the defaults. */
        public Builder() {}

        private Builder(EvidencePolicy policy) {
            firstCap = policy.firstCap;
            confirmationCap = policy.confirmationCap;
            minimumConfirmation = policy.minimumConfirmation;
            firstBar = policy.firstBar;
            confirmationBar = policy.confirmationBar;
            lossBar = policy.lossBar;
            alphaFloor = policy.alphaFloor;
            strictFdr = policy.strictFdr;
            fdr = policy.fdr;
            fdrInitialWealth = policy.fdrInitialWealth;
            minimumEffect = policy.minimumEffect;
            confidence = policy.confidence;
            futilityChance = policy.futilityChance;
            futilityEvidence = policy.futilityEvidence;
            futilityAfter = policy.futilityAfter;
            shortArmSeconds = policy.shortArmSeconds;
            shortArmEffect = policy.shortArmEffect;
        }

        /** Most trials in each set. */
        public Builder caps(int first, int confirmation) {
            firstCap = first;
            confirmationCap = confirmation;
            return this;
        }

        /** Fewest trials in the confirmation set. */
        public Builder minimumConfirmation(int trials) {
            minimumConfirmation = trials;
            return this;
        }

        /** Evidence needed in the first set, in the confirmation set, and for a loss. */
        public Builder bars(double first, double confirmation, double loss) {
            firstBar = first;
            confirmationBar = confirmation;
            lossBar = loss;
            return this;
        }

        /** Lowest level that sets the bar. */
        public Builder alphaFloor(double floor) {
            alphaFloor = floor;
            return this;
        }

        /** Sets whether the floor is dropped. */
        public Builder strictFdr(boolean strict) {
            strictFdr = strict;
            return this;
        }

        /** Online false discovery rate and its initial wealth. */
        public Builder fdr(double rate, double initialWealth) {
            fdr = rate;
            fdrInitialWealth = initialWealth;
            return this;
        }

        /** Minimum practical effect as a fraction. */
        public Builder minimumEffect(double fraction) {
            minimumEffect = fraction;
            return this;
        }

        /** Coverage of the reported interval. */
        public Builder confidence(double coverage) {
            confidence = coverage;
            return this;
        }

        /** Sets when a set ends for futility: predicted chance, evidence, and trials of the first set before which it may not. */
        public Builder futility(double chance, double evidence, int afterTrials) {
            futilityChance = chance;
            futilityEvidence = evidence;
            futilityAfter = afterTrials;
            return this;
        }

        /** Sets the rule for short arms. */
        public Builder shortArms(double seconds, double effect) {
            shortArmSeconds = seconds;
            shortArmEffect = effect;
            return this;
        }

        /**
         * Returns the policy.
         *
         * @throws IllegalArgumentException if a constant is out of its range
         */
        public EvidencePolicy build() {
            return new EvidencePolicy(
                    firstCap,
                    confirmationCap,
                    minimumConfirmation,
                    firstBar,
                    confirmationBar,
                    lossBar,
                    alphaFloor,
                    strictFdr,
                    fdr,
                    fdrInitialWealth,
                    minimumEffect,
                    confidence,
                    futilityChance,
                    futilityEvidence,
                    futilityAfter,
                    shortArmSeconds,
                    shortArmEffect);
        }
    }
}
