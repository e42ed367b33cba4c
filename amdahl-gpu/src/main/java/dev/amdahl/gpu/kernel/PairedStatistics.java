package dev.amdahl.gpu.kernel;

import dev.amdahl.spi.refine.Speedup;

/** What pairs of times say; the statistics are the host's. Implementations are thread-safe. */
@FunctionalInterface
public interface PairedStatistics {

    /** Returns the speed-up of the candidate, from pairs on the same inputs, in seconds. */
    Speedup speedup(double[] baseline, double[] candidate);
}
