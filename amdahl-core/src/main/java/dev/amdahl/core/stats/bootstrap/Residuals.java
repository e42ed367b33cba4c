package dev.amdahl.core.stats.bootstrap;

import dev.amdahl.core.stats.Arguments;
import dev.amdahl.core.stats.Summary;
import java.util.Arrays;

/** A sample less its mean; exactly 0 where all values are equal. Immutable. */
final class Residuals {

    private final double mean;
    private final double[] values;

    private Residuals(double mean, double[] values) {
        this.mean = mean;
        this.values = values;
    }

    static Residuals of(double[] sample) {
        Arguments.requireFinite("sample", sample);
        Arguments.requireAtLeast("number of values", sample.length, 2);
        double[] values = new double[sample.length];
        if (Arrays.stream(sample).allMatch(value -> value == sample[0])) {
            return new Residuals(sample[0], values);
        }
        double mean = Summary.mean(sample);
        for (int i = 0; i < values.length; i++) {
            values[i] = sample[i] - mean;
        }
        Arguments.requireFinite("sample less its mean", values);
        return new Residuals(mean, values);
    }

    double mean() {
        return mean;
    }

    double[] values() {
        return values;
    }
}
