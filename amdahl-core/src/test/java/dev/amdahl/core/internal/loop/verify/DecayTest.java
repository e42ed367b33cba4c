package dev.amdahl.core.internal.loop.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.loop.MemoryPolicy;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DecayTest {
    private static final long SEED = Long.getLong("amdahl.seed", 20260301);
    private static final double SIGMA = .05;

    private final Decay decay = Decay.of(.9, SIGMA, MemoryPolicy.DEFAULT);

    private double calledDecayed(double benefit, int checks) {
        SplittableRandom random = new SplittableRandom(SEED);
        int decayed = 0;
        for (int check = 0; check < checks; check++) {
            double[] d = random.doubles(60, 0, 1).toArray();
            for (int i = 0; i < d.length; i++) {
                d[i] = benefit + SIGMA * random.nextGaussian();
            }
            decayed += decay.reason(d).isPresent() ? 1 : 0;
        }
        return decayed / (double) checks;
    }

    @Test
    void aChangeThatKeepsJustItsShareIsCalledDecayedAtMostAsOftenAsStated() {
        double rate = calledDecayed(decay.kept(), 4_000);

        assertThat(rate).as("seed " + SEED).isLessThanOrEqualTo(.01 + 3 * Math.sqrt(.01 * .99 / 4_000));
    }

    @Test
    void aBenefitThatIsGoneIsMostlyFound() {
        assertThat(calledDecayed(0, 500)).as("seed " + SEED).isGreaterThan(.8);
    }

    @Test
    void aBenefitThatStaysIsNeverCalledDecayedInPractice() {
        assertThat(calledDecayed(decay.shown(), 1_000)).as("seed " + SEED).isZero();
    }
}
