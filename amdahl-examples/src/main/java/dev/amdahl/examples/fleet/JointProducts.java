package dev.amdahl.examples.fleet;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;

/**
 * Chains of tiny matrix products on the host, each split by rows over a pool whose threads park when they have nothing to
 * do; with one thread the caller computes. The sums are the same for every number of threads. One caller.
 */
final class JointProducts {
    static final int SIZE = 20;

    private final Lane lane;
    private final Worker[] workers;
    private final Semaphore done = new Semaphore(0);
    private final double[] turn = new double[SIZE * SIZE];
    private double[] pose = new double[SIZE * SIZE];
    private double[] next = new double[SIZE * SIZE];

    JointProducts(int threads, Trace trace, Lane lane) {
        this.lane = lane;
        this.workers = new Worker[threads > 1 ? threads : 0];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Worker(trace.lane("pool worker"), i * SIZE / threads, (i + 1) * SIZE / threads);
            workers[i].start();
        }
        for (int i = 0; i < SIZE; i++) {
            pose[i * SIZE + i] = 1;
        }
    }

    /** Applies {@code count} products taken from the batch, and adds the outcome to it. */
    void apply(double[] batch, int count) {
        for (int product = 0; product < count; product++) {
            for (int i = 0; i < turn.length; i++) {
                turn[i] = batch[(product * 7 + i) % batch.length];
            }
            multiply();
            double[] last = pose;
            pose = next;
            next = last;
        }
        for (int i = 0; i < pose.length; i++) {
            batch[i] = Batch.squash(batch[i] + pose[i]);
        }
    }

    private void multiply() {
        if (workers.length == 0) {
            multiplyRows(0, SIZE);
            return;
        }
        for (Worker worker : workers) {
            worker.wake();
        }
        long begin = lane.begin();
        done.acquireUninterruptibly(workers.length);
        lane.end(Category.CPU_OP, "futex_wait (park)", begin);
    }

    private void multiplyRows(int from, int to) {
        for (int i = from; i < to; i++) {
            for (int j = 0; j < SIZE; j++) {
                double sum = 0.1 * pose[i * SIZE + j];
                for (int k = 0; k < SIZE; k++) {
                    sum += pose[i * SIZE + k] * turn[k * SIZE + j];
                }
                next[i * SIZE + j] = Batch.squash(sum);
            }
        }
    }

    void close() {
        for (Worker worker : workers) {
            worker.end();
            Threads.join(worker);
        }
    }

    private final class Worker extends Thread {
        private final BlockingQueue<Boolean> work = new ArrayBlockingQueue<>(1);
        private final Lane own;
        private final int from;
        private final int to;

        Worker(Lane own, int from, int to) {
            super("pool worker");
            this.own = own;
            this.from = from;
            this.to = to;
            setDaemon(true);
        }

        void wake() {
            work.add(true);
        }

        void end() {
            work.add(false);
        }

        @Override
        public void run() {
            try {
                while (next()) {
                    multiplyRows(from, to);
                    done.release();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private boolean next() throws InterruptedException {
            long begin = own.begin();
            boolean more = work.take();
            own.end(Category.CPU_OP, "futex_wait (park)", begin);
            return more;
        }
    }
}
