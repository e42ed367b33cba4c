package dev.amdahl.examples.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Decodes ahead on worker threads: worker {@code k} of n decodes the steps k, k + n, k + 2n, ... */
final class PrefetchLoader implements Loader {
    private final List<BlockingQueue<double[]>> decoded = new ArrayList<>();
    private final List<Thread> workers = new ArrayList<>();

    PrefetchLoader(Records records, Workload workload, int steps, JobSettings settings, Trace trace) {
        for (int worker = 0; worker < settings.workers(); worker++) {
            BlockingQueue<double[]> queue = new ArrayBlockingQueue<>(settings.prefetchDepth());
            RecordDecoder decoder = new RecordDecoder(records, workload, trace.lane("loader worker"));
            decoded.add(queue);
            workers.add(new Worker(decoder, queue, worker, settings.workers(), steps));
        }
        for (Thread worker : workers) {
            worker.start();
        }
    }

    @Override
    public double[] batch(int step) {
        try {
            return decoded.get(step % decoded.size()).take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for step " + step, e);
        }
    }

    @Override
    public void close() {
        for (Thread worker : workers) {
            Threads.join(worker);
        }
    }

    private static final class Worker extends Thread {
        private final RecordDecoder decoder;
        private final BlockingQueue<double[]> queue;
        private final int first;
        private final int stride;
        private final int steps;

        Worker(RecordDecoder decoder, BlockingQueue<double[]> queue, int first, int stride, int steps) {
            super("loader worker");
            this.decoder = decoder;
            this.queue = queue;
            this.first = first;
            this.stride = stride;
            this.steps = steps;
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                for (int step = first; step < steps; step += stride) {
                    queue.put(decoder.decode(step));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
