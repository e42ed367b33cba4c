package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.stats.design.Assessment.Status;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.stats.design.Power;
import dev.amdahl.core.stats.design.SequentialDesign;
import dev.amdahl.core.stats.design.SequentialRun;
import dev.amdahl.spi.contract.Requires;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The decision rule of the loop on noise as fleets make it. */
class FieldConditionsTest {
    private static final EvidencePolicy POLICY = EvidencePolicy.DEFAULT;
    private static final double ALPHA = 1 / POLICY.highestBar();
    private static final int EXPERIMENTS = Requires.fullSize() ? 10_000 : 240;

    private final SplittableRandom random = new SplittableRandom(20);

    /** One experiment; each set draws its conditions again, and then its trials. */
    private static Status run(double sigma, Supplier<DoubleSupplier> conditions) {
        SequentialRun run = new SequentialDesign(POLICY, sigma, POLICY.highestBar()).begin();
        DoubleSupplier explored = conditions.get();
        DoubleSupplier confirmed = conditions.get();
        boolean confirms = false;
        while (!run.status().isFinal()) {
            run.add((confirms ? confirmed : explored).getAsDouble());
            confirms |= run.status() == Status.FIRST_SET_PASSED;
        }
        return run.status();
    }

    private static double winRate(int experiments, double sigma, Supplier<DoubleSupplier> conditions) {
        int wins = 0;
        for (int i = 0; i < experiments; i++) {
            wins += run(sigma, conditions) == Status.WIN ? 1 : 0;
        }
        return wins / (double) experiments;
    }

    /** Three standard errors above the level. */
    private static double allowed(int experiments) {
        return ALPHA + 3 * Math.sqrt(ALPHA * (1 - ALPHA) / experiments);
    }

    /** Log seconds that a run on a host takes beyond the usual; one host in five is noisy. */
    private double run(boolean isNoisy) {
        return isNoisy ? Math.log(1.25) + .10 * random.nextGaussian() : .03 * random.nextGaussian();
    }

    private boolean drawHost() {
        return random.nextDouble() < .2;
    }

    @Test
    void withNoisyHostsPairsOnOneAllocationKeepTheLevelAndRunsOnSeparateOnesDoNot() {
        double blocked = winRate(EXPERIMENTS, .10, () -> () -> {
            boolean host = drawHost();
            double variant = run(host);
            return variant - run(host);
        });
        double unpaired = winRate(EXPERIMENTS, .10, () -> {
            boolean baseline = drawHost();
            boolean variant = drawHost();
            return () -> run(variant) - run(baseline);
        });

        assertThat(blocked).isLessThanOrEqualTo(allowed(EXPERIMENTS));
        assertThat(unpaired).isGreaterThan(4 * ALPHA);
    }

    @Test
    void fivePercentIsFoundAtTheStatedPowerAndNothingWhereThereIsNothing() {
        double sigma = .04;
        double smallest = new Power(POLICY).smallestDetectableEffect(sigma, POLICY.highestBar());
        assertThat(smallest).isLessThan(.05);

        double found = winRate(EXPERIMENTS / 4, sigma, () -> () -> Math.log(.95) + sigma * random.nextGaussian());
        double nothing = winRate(EXPERIMENTS, sigma, () -> () -> sigma * random.nextGaussian());

        assertThat(found).isGreaterThanOrEqualTo(.95);
        assertThat(nothing).isLessThanOrEqualTo(allowed(EXPERIMENTS));
    }

    @Test
    void theBestOfEightCandidatesThatDoNothingIsNotPromoted() {
        int families = EXPERIMENTS / 8;
        int promoted = 0;
        int claimedUntested = 0;
        for (int family = 0; family < families; family++) {
            boolean any = false;
            double best = 0;
            for (int candidate = 0; candidate < 8; candidate++) {
                any |= run(.04, () -> () -> .04 * random.nextGaussian()) == Status.WIN;
                best = Math.min(best, .04 * random.nextGaussian());
            }
            promoted += any ? 1 : 0;
            claimedUntested += best < Math.log(.95) ? 1 : 0;
        }
        assertThat(claimedUntested / (double) families)
                .as("the best single look")
                .isGreaterThan(.3);
        assertThat(promoted / (double) families).isLessThanOrEqualTo(.05);
        assertThat(promoted / (8.0 * families)).isLessThanOrEqualTo(allowed(8 * families));
    }
}
