import dev.amdahl.examples.fleet.Accelerator;
import dev.amdahl.examples.fleet.Category;
import dev.amdahl.examples.fleet.Digest;
import dev.amdahl.examples.fleet.JobPlaces;
import dev.amdahl.examples.fleet.JobResult;
import dev.amdahl.examples.fleet.JobRun;
import dev.amdahl.examples.fleet.Kernel;
import dev.amdahl.examples.fleet.Lane;
import dev.amdahl.examples.fleet.Trace;
import java.util.SplittableRandom;

/** Embeds batches of rows by one large matrix product each. */
public final class EmbedBatch implements JobRun.Work {
    private static final int BATCHES = 28;
    private static final int ROWS = 16;
    private static final int FEATURES = 512;
    private static final int WIDTH = 1024;

    private final SplittableRandom random;
    private final double[] weights = new double[FEATURES * WIDTH];

    private EmbedBatch(long seed) {
        random = new SplittableRandom(seed);
    }

    public static void main(String[] args) throws Exception {
        String seed = System.getenv().getOrDefault("AMDAHL_SEED", "1");
        JobRun.run(System.getenv(), new EmbedBatch(Long.parseLong(seed)));
    }

    @Override
    public JobResult run(Trace trace, JobPlaces places) {
        Lane lane = trace.lane("main");
        long begin = lane.begin();
        fill(weights);
        lane.end(Category.ANNOTATION, "warmup: initialise weights", begin);
        double[][] batches = new double[BATCHES][ROWS * FEATURES];
        double[][] embeddings = new double[BATCHES][ROWS * WIDTH];
        Digest input = new Digest();
        try (Accelerator device = Accelerator.open(trace, lane)) {
            double[] onDevice = new double[ROWS * FEATURES];
            for (int i = 0; i < BATCHES; i++) {
                begin = lane.begin();
                fill(batches[i]);
                input.add(batches[i]);
                device.copyToDevice(batches[i], onDevice);
                device.launch(new Embedding(onDevice, weights, embeddings[i]));
                lane.end(Category.ANNOTATION, "ProfilerStep#" + i, begin);
            }
            device.synchronize();
        }
        Digest output = new Digest();
        for (double[] embedding : embeddings) {
            output.add(embedding);
        }
        double last = embeddings[BATCHES - 1][0];
        return new JobResult(
                "embed-batch", BATCHES * ROWS, last, output.hex(), 8L * BATCHES * ROWS * FEATURES, input.hex());
    }

    private void fill(double[] values) {
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextDouble() - 0.5;
        }
    }

    private record Embedding(double[] rows, double[] weights, double[] out) implements Kernel {
        @Override
        public String name() {
            return "dgemm_embed";
        }

        @Override
        public void run() {
            for (int i = 0; i < ROWS; i++) {
                for (int j = 0; j < WIDTH; j++) {
                    double sum = 0;
                    for (int k = 0; k < FEATURES; k++) {
                        sum += rows[i * FEATURES + k] * weights[k * WIDTH + j];
                    }
                    out[i * WIDTH + j] = sum;
                }
            }
        }
    }
}
