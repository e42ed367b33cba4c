package dev.amdahl.examples.fleet;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/** Takes snapshots of the state: saves them at once, or behind the step loop on a thread of its own. One caller. */
final class CheckpointWriter {
    private static final Snapshot LAST = new Snapshot(-1, new double[0]);

    private final Checkpoints checkpoints;
    private final BlockingQueue<Snapshot> pending = new ArrayBlockingQueue<>(1);
    private final @Nullable Thread thread;
    private volatile @Nullable RuntimeException failure;

    CheckpointWriter(Checkpoints checkpoints, boolean asynchronous) {
        this.checkpoints = checkpoints;
        this.thread = asynchronous ? new Thread(new Saver(), "checkpoint writer") : null;
        if (thread != null) {
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Hands over a snapshot that nobody changes any more; blocks while an earlier one still waits. */
    void save(int step, double[] snapshot) {
        if (thread == null) {
            checkpoints.save(step, snapshot);
        } else {
            put(new Snapshot(step, snapshot));
        }
    }

    /** Returns when every snapshot is on disk. */
    void close() {
        if (thread != null) {
            put(LAST);
            Threads.join(thread);
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void put(Snapshot snapshot) {
        try {
            pending.put(snapshot);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while handing over a checkpoint", e);
        }
    }

    private static final class Snapshot {
        private final int step;
        private final double[] state;

        Snapshot(int step, double[] state) {
            this.step = step;
            this.state = state;
        }
    }

    private final class Saver implements Runnable {
        @Override
        public void run() {
            try {
                for (Snapshot next = pending.take(); next != LAST; next = pending.take()) {
                    save(next);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void save(Snapshot snapshot) {
            try {
                checkpoints.save(snapshot.step, snapshot.state);
            } catch (RuntimeException e) {
                failure = e;
            }
        }
    }
}
