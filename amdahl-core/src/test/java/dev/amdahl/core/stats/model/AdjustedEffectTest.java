package dev.amdahl.core.stats.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AdjustedEffectTest {

    private static final int N = 30;
    private final SplittableRandom random = new SplittableRandom(5);
    private final double[] size = noise(.2);
    private final double[] clock = noise(1e-7);
    private final double[] y = y();

    private double[] noise(double scale) {
        return random.doubles(N, -scale, scale).toArray();
    }

    private double[] y() {
        double[] values = noise(.01);
        for (int i = 0; i < N; i++) {
            values[i] += -.05 + .8 * size[i] - 2e5 * clock[i];
        }
        return values;
    }

    @Test
    void severalCovariatesOfAnyScaleAreSeparated() {
        AdjustedEffect effect = AdjustedEffect.of(y, new double[][] {size, clock}, .95);
        assertThat(effect.intercept()).isCloseTo(-.05, within(.005));
        assertThat(effect.slopes().get(0)).isCloseTo(.8, within(.05));
        assertThat(effect.slopes().get(1)).isCloseTo(-2e5, within(3e4));
        assertThat(effect.interval().contains(-.05)).isTrue();
        assertThat(effect.varianceRatio()).isLessThan(.01);
        assertThat(effect.correlation()).isBetween(.99, 1.0);
    }

    @Test
    void solvesTheNormalEquations() {
        AdjustedEffect effect = AdjustedEffect.of(y, new double[][] {size, clock}, .95);
        double[] products = new double[3];
        for (int i = 0; i < N; i++) {
            double residual = y[i]
                    - effect.intercept()
                    - effect.slopes().get(0) * size[i]
                    - effect.slopes().get(1) * clock[i];
            products[0] += residual;
            products[1] += residual * size[i];
            products[2] += residual * clock[i] * 1e6;
        }
        assertThat(products).containsExactly(new double[3], within(1e-14));
    }

    @Test
    void dependentCovariateIsLeftOutAndNamed() {
        double[] twice = size.clone();
        double[] constant = new double[N];
        for (int i = 0; i < N; i++) {
            twice[i] = 3 * size[i] + .1;
            constant[i] = 7.3;
        }
        AdjustedEffect alone = AdjustedEffect.of(y, new double[][] {size}, .95);
        AdjustedEffect with = AdjustedEffect.of(y, new double[][] {constant, size, twice, new double[N]}, .95);
        assertThat(with.dropped()).containsExactly(0, 2, 3);
        assertThat(with.slopes()).element(2).isEqualTo(0.0);
        assertThat(with.intercept()).isCloseTo(alone.intercept(), within(1e-15));
        assertThat(with.errorHc3()).isCloseTo(alone.errorHc3(), within(1e-15));
    }

    @Test
    void noCovariateLeavesTheMeanWithItsHc3Error() {
        AdjustedEffect effect = AdjustedEffect.of(y, new double[0][], .95);
        assertThat(effect.intercept()).isCloseTo(effect.raw(), within(1e-15));
        assertThat(effect.error()).isCloseTo(effect.rawError(), within(1e-15));
        assertThat(effect.errorHc3()).isCloseTo(effect.rawError() * Math.sqrt(N / (N - 1.0)), within(1e-15));
        assertThat(effect.varianceRatio()).isCloseTo(1, within(1e-14));
    }

    @Test
    void pairThatTheFitMeetsByItselfIsNoEvidence() {
        double[] onlyLast = {0, 0, 0, 0, 1};
        AdjustedEffect aside = AdjustedEffect.of(new double[] {.1, .12, .09, .11, 5}, new double[][] {onlyLast}, .95);
        assertThat(aside.intercept()).isCloseTo(.105, within(1e-14));
        assertThat(aside.errorHc3()).isFinite();
        double[] allButLast = {1, 1, 1, 1, 0};
        AdjustedEffect decided =
                AdjustedEffect.of(new double[] {.1, .12, .09, .11, 5}, new double[][] {allButLast}, .95);
        assertThat(decided.intercept()).isCloseTo(5, within(1e-14));
        assertThat(decided.errorHc3()).isInfinite();
        assertThat(decided.pHc3()).isOne();
        assertThat(decided.intervalHc3().isBounded()).isFalse();
    }

    @Test
    void perfectFitThroughZeroClaimsNothing() {
        double[] proportional = size.clone();
        for (int i = 0; i < N; i++) {
            proportional[i] *= 1.7;
        }
        AdjustedEffect effect = AdjustedEffect.of(proportional, new double[][] {size}, .95);
        assertThat(effect.intercept()).isZero();
        assertThat(effect.p()).isOne();
        assertThat(effect.pHc3()).isOne();
    }

    @Test
    void tinyEffectsAreJudgedAsTheSameInAnotherUnit() {
        double[] y = {.011, -.02, .034, .007, .016, -.009, .022, .03};
        double[] z = {.1, -.3, .2, .05, -.1, .15, .3, -.2};
        AdjustedEffect effect = AdjustedEffect.of(y, new double[][] {z}, .95);
        double[] tiny = Arrays.stream(y).map(value -> Math.scalb(value, -1000)).toArray();
        double[] small = Arrays.stream(z).map(value -> Math.scalb(value, -1000)).toArray();
        AdjustedEffect scaled = AdjustedEffect.of(tiny, new double[][] {small}, .95);
        assertThat(scaled.p()).isEqualTo(effect.p(), within(1e-12));
        assertThat(scaled.pHc3()).isEqualTo(effect.pHc3(), within(1e-12));
        assertThat(scaled.slopes().get(0)).isEqualTo(effect.slopes().get(0), within(1e-12));
        assertThat(scaled.varianceRatio()).isEqualTo(effect.varianceRatio(), within(1e-12));
        assertThat(scaled.error()).isEqualTo(Math.scalb(effect.error(), -1000), within(Math.scalb(1e-14, -1000)));
    }

    @Test
    void tooFewPairsAndUnequalLengthsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AdjustedEffect.of(new double[] {.1, .2}, new double[][] {{.1, .3}}, .95))
                .withMessageContaining("more values than the 2 coefficients");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AdjustedEffect.of(new double[] {.1, .2, .3}, new double[][] {{.1, .3}}, .95))
                .withMessageContaining("covariates[0] must hold as many values as y, 3, held 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AdjustedEffect.of(
                        new double[] {.1, .2, .3}, new double[][] {{.1, Double.POSITIVE_INFINITY, 0}}, .95))
                .withMessageContaining("covariates[0][1] must be finite");
    }
}
