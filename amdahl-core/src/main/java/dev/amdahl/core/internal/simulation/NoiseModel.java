package dev.amdahl.core.internal.simulation;

import java.nio.file.Path;

/**
 * How long unchanged runs take, as log seconds. Implementations are immutable, thread-safe, and pure functions of their
 * arguments: a run asked for twice is the same run.
 */
public interface NoiseModel {
    /** Returns noise that is drawn. */
    static NoiseModel synthetic() {
        return new SyntheticNoise();
    }

    /**
     * Returns noise that was measured.
     *
     * @param folder of azure_*.csv.gz
     * @throws dev.amdahl.spi.InvalidInputException if it holds no such series
     */
    static NoiseModel measured(Path folder) {
        return AzureModel.read(folder);
    }

    /** Returns its name in the report. */
    String name();

    /**
     * Two runs one after the other on one allocation.
     *
     * @param experiment seed of the experiment
     * @param set 0 for A/A trials, 1 for the first set, 2 for the confirmation
     * @param index from 1 within the set
     */
    RawPair pair(long experiment, int set, int index);

    /**
     * The log seconds of one of several runs on one allocation.
     *
     * @param experiment seed of the experiment
     * @param allocation which allocation
     * @param run from 0 within the allocation
     */
    double run(long experiment, int allocation, int run);

    /**
     * A trial before any change.
     *
     * @param host where it ran
     * @param input log of the size of its input, relative to the usual one
     * @param first log seconds of the first run
     * @param second log seconds of the second run
     * @param repeated how often the infrastructure failed before
     */
    record RawPair(int host, double input, double first, double second, int repeated) {}
}
