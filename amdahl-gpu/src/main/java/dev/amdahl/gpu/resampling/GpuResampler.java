package dev.amdahl.gpu.resampling;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.DeviceException.Fault;
import dev.amdahl.gpu.DeviceResource;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.experiment.Resampler;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts on a device, which one thread of its own uses, or on the processor where that was measured to be faster: counts are the same.
 * What a device has no room for, and everything after it was lost, the processor counts. Thread-safe; calls for the device wait for
 * each other.
 */
public final class GpuResampler implements Resampler, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GpuResampler.class);

    private final ExecutorService thread;
    private final ComputeBackend backend;
    private final SignFlips flips;
    private final Resampler processor;
    private final Crossover crossover;
    private final Consumer<DeviceException> listener;
    private final AtomicReference<@Nullable DeviceException> loss = new AtomicReference<>();

    /**
     * Opens the device and measures both.
     *
     * @param opening opens the device, in the thread that will use it
     * @param processor counts what is too small for the device
     * @throws AmdahlException if the device cannot be had
     */
    public GpuResampler(Supplier<ComputeBackend> opening, Resampler processor) {
        this(
                opening,
                processor,
                device -> FasterFlips.of(device, System::nanoTime),
                (device, host) -> Crossover.measured(device, host, System::nanoTime),
                lost -> LOG.warn("the device is lost, the processor counts from here on: {}", lost.getMessage()));
    }

    /** With choices of one's own: of a way to count on the device, and between it and the processor. The listener hears of the loss, once. */
    GpuResampler(
            Supplier<ComputeBackend> opening,
            Resampler processor,
            Function<ComputeBackend, SignFlips> way,
            BiFunction<Resampler, Resampler, Crossover> choice,
            Consumer<DeviceException> listener) {
        this.thread = Executors.newSingleThreadExecutor(task -> {
            Thread worker = new Thread(task, "amdahl-gpu-resampler");
            worker.setDaemon(true);
            return worker;
        });
        this.processor = processor;
        this.listener = listener;
        try {
            this.backend = onDevice(opening::get);
            this.flips = onDevice(() -> way.apply(backend));
            this.crossover = choice.apply(this::onDevice, processor);
        } catch (RuntimeException e) {
            thread.shutdown();
            throw e;
        }
    }

    @Override
    public long[] signFlipCounts(int[][] quantised, int k, long seed) {
        long sums = k < 1 || k > 24 ? 0 : (long) quantised.length << k;
        if (loss.get() == null && crossover.isForDevice(sums)) {
            try {
                return onDevice(quantised, k, seed);
            } catch (DeviceException e) {
                requireReplaceable(e);
            }
        }
        return processor.signFlipCounts(quantised, k, seed);
    }

    /** Returns why the device is not used any more; empty while it is. */
    public Optional<DeviceException> loss() {
        return Optional.ofNullable(loss.get());
    }

    private void requireReplaceable(DeviceException failure) {
        if (failure.fault() == Fault.LOST || failure.fault() == Fault.OTHER) {
            if (loss.compareAndSet(null, failure)) {
                listener.accept(failure);
            }
        } else if (failure.fault() != Fault.OUT_OF_MEMORY) {
            throw failure;
        }
    }

    private long[] onDevice(int[][] quantised, int k, long seed) {
        return onDevice(() -> flips.counts(quantised, k, seed));
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
        if (thread.isShutdown()) {
            return;
        }
        try {
            onDevice(() -> {
                DeviceResource.closeAll(List.of(flips, backend));
                return true;
            });
        } catch (DeviceException e) {
            if (loss.get() == null) {
                throw e;
            }
            LOG.debug("a lost device could not be closed", e);
        } finally {
            thread.shutdown();
        }
    }
}
