package dev.amdahl.examples.fleet;

/** Smooths a batch over its rows by their similarity, on the host; one thread each. */
final class Smoothing {
    private static final double RATE = 0.05 / Batch.ROWS;
    private final double[] similarity = new double[Batch.ROWS * Batch.ROWS];

    void smooth(double[] batch, int rounds) {
        for (int round = 0; round < rounds; round++) {
            compareRows(batch);
            mixRows(batch);
        }
    }

    private void compareRows(double[] batch) {
        for (int a = 0; a < Batch.ROWS; a++) {
            for (int b = 0; b < Batch.ROWS; b++) {
                double sum = 0;
                for (int f = 0; f < Batch.FEATURES; f++) {
                    sum += batch[a * Batch.FEATURES + f] * batch[b * Batch.FEATURES + f];
                }
                similarity[a * Batch.ROWS + b] = RATE * Batch.squash(sum);
            }
        }
    }

    private void mixRows(double[] batch) {
        for (int a = 0; a < Batch.ROWS; a++) {
            double weight = similarity[a * Batch.ROWS + (a + 1) % Batch.ROWS];
            int other = (a + 1) % Batch.ROWS * Batch.FEATURES;
            for (int f = 0; f < Batch.FEATURES; f++) {
                double mixed = batch[a * Batch.FEATURES + f] + weight * batch[other + f];
                batch[a * Batch.FEATURES + f] = Batch.squash(mixed);
            }
        }
    }
}
