package dev.amdahl.gpu.health;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceRates;
import dev.amdahl.gpu.GemmType;
import java.util.Map;
import java.util.TreeMap;

/**
 * Operations per second of matrix products in every arithmetic, to be held against what the maker declared.
 *
 * @param rows of the square matrices
 * @param seed of what is drawn
 */
record PeakRates(int rows, long seed) implements HealthCheck {
    static final String NAME = "rates";

    private static final int REPETITIONS = 9;
    private static final String UNIT = "_flops_per_second";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public CheckResult run(ComputeBackend device) {
        Map<String, Double> figures = new TreeMap<>();
        for (GemmType<?, ?> type : GemmType.all()) {
            figures.put(
                    figure(type),
                    DeviceRates.gemm(device, type, rows, REPETITIONS, seed).perSecond());
        }
        return CheckResult.passed(NAME, figures);
    }

    static String figure(GemmType<?, ?> type) {
        return type + UNIT;
    }
}
