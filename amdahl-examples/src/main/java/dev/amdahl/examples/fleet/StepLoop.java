package dev.amdahl.examples.fleet;

import java.nio.file.Path;

/** One run of a job: decode, prepare, train on the device, read metrics, save checkpoints. Used once, by one thread. */
final class StepLoop {
    private final String family;
    private final Workload workload;
    private final JobSettings settings;
    private final Trace trace;
    private final Path output;
    private final Lane lane;
    private final int steps;

    StepLoop(String family, Workload workload, JobSettings settings, Trace trace, Path output) {
        this.family = family;
        this.workload = workload;
        this.settings = settings;
        this.trace = trace;
        this.output = output;
        this.lane = trace.lane("main");
        this.steps = Math.max(1, (int) Math.round(workload.steps() * settings.sampleRate()));
    }

    JobResult run() {
        long begin = lane.begin();
        long seed = settings.seed() * 1_000_003 + family.hashCode();
        Records records = Records.generate(workload.steps() * workload.recordsPerStep(), seed);
        String inputDigest = records.digest();
        Model model = new Model(workload, steps, seed, settings.tilesKernels());
        lane.end(Category.ANNOTATION, "warmup: generate records and initialise", begin);
        Digest digest = new Digest();
        try (Accelerator device = Accelerator.open(trace, lane)) {
            train(records, model, device, digest);
        }
        digest.add(model.losses).add(model.state);
        return new JobResult(
                family,
                (long) steps * workload.recordsPerStep(),
                model.losses[steps - 1],
                digest.hex(),
                records.encoded().length,
                inputDigest);
    }

    private void train(Records records, Model model, Accelerator device, Digest digest) {
        Loader loader = settings.workers() == 0
                ? new InlineLoader(new RecordDecoder(records, workload, lane))
                : new PrefetchLoader(records, workload, steps, settings, trace);
        JointProducts joints = new JointProducts(settings.poolThreads(), trace, lane);
        boolean async = settings.checkpointsAsynchronously();
        Checkpoints checkpoints =
                new Checkpoints(output, settings.checkpointsInFloat(), async ? trace.lane("background writer") : lane);
        CheckpointWriter writer = new CheckpointWriter(checkpoints, async);
        Smoothing smoothing = new Smoothing();
        double[] metrics = new double[steps];
        int read = 0;
        for (int step = 0; step < steps; step++) {
            long begin = lane.begin();
            double[] batch = load(loader, step);
            prepare(batch, smoothing, joints);
            launch(batch, model, device, step);
            if ((step + 1) % settings.metricEvery() == 0) {
                read = readMetrics(model, device, metrics, read, step);
            }
            if (workload.checkpointEvery() > 0 && (step + 1) % workload.checkpointEvery() == 0) {
                checkpoint(model, device, writer, step);
            }
            lane.end(Category.ANNOTATION, stepName(step), begin);
        }
        readMetrics(model, device, metrics, read, steps - 1);
        writer.close();
        joints.close();
        loader.close();
        digest.add(metrics);
        digest.add(checkpoints.bytesWritten());
        for (char digit : checkpoints.digest().toCharArray()) {
            digest.add(digit);
        }
    }

    private double[] load(Loader loader, int step) {
        long begin = lane.begin();
        double[] batch = loader.batch(step);
        lane.end(Category.ANNOTATION, "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", begin);
        return batch;
    }

    private void prepare(double[] batch, Smoothing smoothing, JointProducts joints) {
        long begin = lane.begin();
        smoothing.smooth(batch, workload.smoothingRounds());
        lane.end(Category.CPU_OP, "smooth_features", begin);
        begin = lane.begin();
        joints.apply(batch, workload.jointProducts());
        lane.end(Category.CPU_OP, "joint_products", begin);
    }

    private void launch(double[] batch, Model model, Accelerator device, int step) {
        device.copyToDevice(batch, model.input);
        device.launch(model.embed());
        for (int layer = 0; layer < workload.layers(); layer++) {
            device.launch(model.layer());
        }
        double scale = 1;
        if (workload.clipsUpdates()) {
            device.launch(model.measure());
            scale = 1 / Math.max(1, device.readScalar(model.norm, 0));
        }
        device.launch(model.update(step, scale));
    }

    private static int readMetrics(Model model, Accelerator device, double[] metrics, int read, int step) {
        if (step == read) {
            metrics[step] = device.readScalar(model.losses, step);
        } else if (step > read) {
            double[] several = new double[step + 1 - read];
            device.copyToHost(model.losses, read, several, several.length);
            System.arraycopy(several, 0, metrics, read, several.length);
        }
        return step + 1;
    }

    private void checkpoint(Model model, Accelerator device, CheckpointWriter writer, int step) {
        double[] snapshot = new double[model.state.length];
        device.copyToHost(model.state, 0, snapshot, snapshot.length);
        long begin = lane.begin();
        writer.save(step, snapshot);
        lane.end(Category.ANNOTATION, "checkpoint.save", begin);
    }

    private String stepName(int step) {
        return trace.isRecording() ? "ProfilerStep#" + step : "";
    }
}
