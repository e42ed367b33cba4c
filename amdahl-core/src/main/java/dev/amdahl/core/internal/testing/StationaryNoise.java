package dev.amdahl.core.internal.testing;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Kinds of noise whose distribution does not change with time, of about unit spread. Each value draws from the generator alone. */
public enum StationaryNoise {
    NORMAL,
    LAPLACE,
    /** Student's t with three degrees of freedom. */
    HEAVY_TAILED,
    LOG_NORMAL,
    EXPONENTIAL,
    /** First-order autoregression, correlation .5. */
    CORRELATED,
    /** First-order autoregression, correlation .9. */
    STRONGLY_CORRELATED,
    /** Correlation .8 and innovations of Student's t. */
    CORRELATED_HEAVY_TAILED,
    /** One value in twenty is ten times as wild. */
    CONTAMINATED,
    /** Rounded to whole spreads. */
    ROUNDED,
    /** A wave of 100 samples with noise. */
    PERIODIC,
    /** Every fiftieth value is far above the others. */
    SPIKES,
    /** Calm and wild stretches: GARCH(1, 1). */
    VOLATILE,
    /** Two levels, chosen by chance each time. */
    TWO_LEVELS;

    private static final int UNUSED = 500;

    /** Returns a series of that kind around 0. */
    public double[] series(int samples, long seed) {
        RandomGenerator random = new SplittableRandom(seed * 1_000_003 + name().hashCode());
        double[] series = new double[samples];
        double state = 0;
        double variance = 1;
        for (int i = -UNUSED; i < samples; i++) {
            double normal = random.nextGaussian();
            double value;
            switch (this) {
                case LAPLACE ->
                    value = (random.nextBoolean() ? 1 : -1) * -Math.log(1 - random.nextDouble()) / Math.sqrt(2);
                case HEAVY_TAILED -> value = student(random, normal);
                case LOG_NORMAL -> value = Math.exp(normal) / 2;
                case EXPONENTIAL -> value = -Math.log(1 - random.nextDouble());
                case CORRELATED -> value = state = .5 * state + Math.sqrt(.75) * normal;
                case STRONGLY_CORRELATED -> value = state = .9 * state + Math.sqrt(.19) * normal;
                case CORRELATED_HEAVY_TAILED -> value = state = .8 * state + .6 * student(random, normal);
                case CONTAMINATED -> value = random.nextInt(20) == 0 ? 10 * normal : normal;
                case ROUNDED -> value = Math.rint(normal);
                case PERIODIC -> value = Math.sin(2 * Math.PI * i / 100) + .3 * normal;
                case SPIKES -> value = Math.floorMod(i, 50) == 0 ? 20 + normal : normal;
                case VOLATILE -> {
                    variance = .05 + .15 * state * state + .8 * variance;
                    value = state = Math.sqrt(variance) * normal;
                }
                case TWO_LEVELS -> value = (random.nextBoolean() ? 1 : -1) + .2 * normal;
                default -> value = normal;
            }
            if (i >= 0) {
                series[i] = value;
            }
        }
        return series;
    }

    private static double student(RandomGenerator random, double normal) {
        double squares = 0;
        for (int i = 0; i < 3; i++) {
            double other = random.nextGaussian();
            squares += other * other;
        }
        return normal / Math.sqrt(squares);
    }
}
