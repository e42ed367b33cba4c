package dev.amdahl.examples.fleet;

/**
 * The sizes of a job's parts; immutable.
 *
 * @param steps steps of the run
 * @param recordsPerStep encoded records that each step decodes
 * @param crossRounds hash rounds of each feature cross while decoding
 * @param smoothingRounds passes over the batch that the host makes before each step
 * @param jointProducts small matrix products that the host makes in each step
 * @param width width of the model's hidden layer
 * @param layers matrix products on the device in each step
 * @param clipsUpdates whether the host scales each update by a norm that it reads from the device
 * @param checkpointEvery steps between checkpoints, 0 for none
 */
public record Workload(
        int steps,
        int recordsPerStep,
        int crossRounds,
        int smoothingRounds,
        int jointProducts,
        int width,
        int layers,
        boolean clipsUpdates,
        int checkpointEvery) {}
