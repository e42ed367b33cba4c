package dev.amdahl.core.internal.anomaly;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;

/** Series of the shapes that running jobs have: clean ones, in which nothing happens that a person should know, and slow falls. */
final class WatchShapes {
    static final int LENGTH = 4000;

    private WatchShapes() {}

    /** A series, one sample a second. */
    record Shape(String name, String series, List<Double> values) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Shape shape(String name, String series, IntToDoubleFunction value) {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < LENGTH; i++) {
            values.add(value.applyAsDouble(i));
        }
        return new Shape(name, series, List.copyOf(values));
    }

    /** Forty-six. */
    static List<Shape> clean() {
        List<Shape> shapes = new ArrayList<>();
        double[] noises = {.005, .01, .02, .05};
        for (int k = 0; k < noises.length; k++) {
            double noise = noises[k];
            Random random = new Random(k);
            shapes.add(shape(
                    "loss that decays " + noise, "loss", i -> (1 + 3 * Math.exp(-i / 600.0)) * jitter(random, noise)));
            shapes.add(shape(
                    "loss by a power " + noise,
                    "train/loss",
                    i -> (.5 + 6 / Math.pow(1 + i, .3)) * jitter(random, noise)));
            shapes.add(shape(
                    "warm restarts " + noise,
                    "loss",
                    i -> (2 + 1.5 * Math.exp(-i / 900.0) + (i < 500 ? 0 : .15 * Math.exp(-(i % 500) / 120.0)))
                            + noise * random.nextGaussian()));
            shapes.add(shape("norm " + noise, "grad_norm", i -> Math.exp(.3 * random.nextGaussian()) * (1 + noise)));
            shapes.add(shape("rate " + noise, "samples_per_second", i -> 900 * jitter(random, noise)));
            shapes.add(shape(
                    "rate with checkpoints " + noise,
                    "tokens/s",
                    i -> (i % 200 < 3 ? 100 : 900) * jitter(random, noise)));
            shapes.add(shape(
                    "rate of a day " + noise,
                    "samples_per_second",
                    i -> 900 * (1 + .08 * Math.sin(i / 300.0)) * jitter(random, noise)));
            shapes.add(shape("step time " + noise, "step_time", i -> .3 * jitter(random, noise)));
            shapes.add(shape(
                    "step time with evaluations " + noise,
                    "step_time",
                    i -> (i % 250 < 5 ? 1.5 : .3) * jitter(random, noise)));
            shapes.add(shape("scale " + noise, "loss_scale", i -> Math.pow(2, 10 + i / 500 % 8)));
        }
        Random random = new Random(9);
        shapes.add(shape("divergence", "kl_loss", i -> i * .002 + .1 * random.nextDouble()));
        shapes.add(shape("dropout", "dropout_rate", i -> .5 * Math.exp(-i / 800.0)));
        shapes.add(shape("errors", "errors_per_s", i -> 20 * Math.exp(-i / 500.0)));
        shapes.add(shape("misses", "cache_miss_rate", i -> .6 * Math.exp(-i / 700.0)));
        shapes.add(shape("error rate", "validation_error_rate", i -> .9 * Math.exp(-i / 700.0)));
        shapes.add(shape("scaler", "grad_scaler", i -> i < 2000 ? 65536 : 131072));
        return shapes;
    }

    /** Rates that sink to half over 900 samples, and a step time that grows to twice. */
    static List<Shape> slowFalls() {
        List<Shape> shapes = new ArrayList<>();
        for (double noise : new double[] {.01, .03, .06}) {
            Random random = new Random(Math.round(noise * 100));
            shapes.add(shape(
                    "slow fall " + noise,
                    "samples_per_second",
                    i -> 900 * (1 - .5 * Math.min(1, Math.max(0, i - 1000) / 900.0)) * jitter(random, noise)));
        }
        return shapes;
    }

    private static double jitter(Random random, double noise) {
        return 1 + noise * random.nextGaussian();
    }
}
