package dev.amdahl.gpu.resampling;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.experiment.Resampler;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * Counts on a device, which one thread of its own uses, or on the processor where that was measured to be faster: counts are the same.
 * Thread-safe; calls for the device wait for each other.
 */
public final class GpuResampler implements Resampler, AutoCloseable {
    private final ExecutorService thread;
    private final ComputeBackend backend;
    private final SignFlipTransform transform;
    private final Resampler processor;
    private final Crossover crossover;

    /**
     * Opens the device and measures both.
     *
     * @param opening opens the device, in the thread that will use it
     * @param processor counts what is too small for the device
     * @throws AmdahlException if the device cannot be had
     */
    public GpuResampler(Supplier<ComputeBackend> opening, Resampler processor) {
        this.thread = Executors.newSingleThreadExecutor(task -> {
            Thread worker = new Thread(task, "amdahl-gpu-resampler");
            worker.setDaemon(true);
            return worker;
        });
        this.processor = processor;
        try {
            this.backend = onDevice(opening::get);
            this.transform = onDevice(() -> new SignFlipTransform(backend));
            this.crossover = Crossover.measured(this::onDevice, processor, System::nanoTime);
        } catch (RuntimeException e) {
            thread.shutdown();
            throw e;
        }
    }

    @Override
    public long[] signFlipCounts(int[][] quantised, int k, long seed) {
        long sums = k < 1 || k > 24 ? 0 : (long) quantised.length << k;
        return crossover.isForDevice(sums)
                ? onDevice(quantised, k, seed)
                : processor.signFlipCounts(quantised, k, seed);
    }

    private long[] onDevice(int[][] quantised, int k, long seed) {
        return onDevice(() -> transform.counts(quantised, k, seed));
    }

    private <T> T onDevice(Callable<T> work) {
        Future<T> done = thread.submit(work);
        boolean isInterrupted = false;
        try {
            while (true) {
                try {
                    return done.get();
                } catch (InterruptedException e) {
                    isInterrupted = true;
                } catch (ExecutionException e) {
                    if (e.getCause() instanceof RuntimeException cause) {
                        throw cause;
                    }
                    throw new IllegalStateException("the device's thread failed", e);
                }
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Gives the device back, after the call that runs. */
    @Override
    public void close() {
        if (!thread.isShutdown()) {
            try {
                onDevice(() -> {
                    transform.close();
                    backend.close();
                    return true;
                });
            } finally {
                thread.shutdown();
            }
        }
    }
}
