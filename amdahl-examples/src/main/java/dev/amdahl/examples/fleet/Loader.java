package dev.amdahl.examples.fleet;

/** Hands out the batches of a job in step order; used by the job's main thread alone. */
interface Loader {
    /** Returns the batch of {@code step}; blocks until it is decoded. */
    double[] batch(int step);

    /** Ends what the loader started. */
    void close();
}
