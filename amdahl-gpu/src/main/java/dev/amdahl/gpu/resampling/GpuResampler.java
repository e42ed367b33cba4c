package dev.amdahl.gpu.resampling;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.DeviceException.Fault;
import dev.amdahl.gpu.DeviceResource;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.experiment.Resampler;
import java.io.IOException;
import java.nio.file.Path;
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
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts on a device, which one thread of its own uses, or on the processor where that was measured to be faster: counts are the same.
 * What a device has no room for, and everything after it was lost, the processor counts. Thread-safe; calls for the device wait for
 * each other.
 *
 * <p>What was measured is kept in a file for the next process. A resampler that opens late leaves the device alone until what the
 * processor took longer than the device would have has come to what opening takes.
 */
public final class GpuResampler implements Resampler, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GpuResampler.class);
    private static final double NANOS = 1e-9;
    /** Until it was measured: the context, and what is compiled. */
    private static final double OPEN_SECONDS = 2;

    private final ExecutorService thread;
    private final Supplier<ComputeBackend> opening;
    private final Resampler processor;
    private final Choices choices;
    private final Optional<Path> memory;
    private final Optional<Remembered> remembered;
    private final AtomicReference<@Nullable DeviceException> loss = new AtomicReference<>();
    private volatile @Nullable Opened opened;
    private boolean isRefused;
    private double spared;

    private record Opened(ComputeBackend backend, SignFlips flips, Crossover crossover) {}

    /**
     * How it chooses.
     *
     * @param way to count on the device
     * @param crossover between device and processor
     * @param listener hears of the loss, once
     * @param nanos a clock such as {@link System#nanoTime}
     */
    record Choices(
            Function<ComputeBackend, SignFlips> way,
            BiFunction<Resampler, Resampler, Crossover> crossover,
            Consumer<DeviceException> listener,
            LongSupplier nanos) {
        static final Choices MEASURED = new Choices(
                device -> FasterFlips.of(device, System::nanoTime),
                (device, host) -> Crossover.measured(device, host, System::nanoTime),
                lost -> LOG.warn("the device is lost, the processor counts from here on: {}", lost.getMessage()),
                System::nanoTime);
    }

    /**
     * Opens the device and measures both.
     *
     * @param opening opens the device, in the thread that will use it
     * @param processor counts what is too small for the device
     * @throws AmdahlException if the device cannot be had
     */
    public GpuResampler(Supplier<ComputeBackend> opening, Resampler processor) {
        this(opening, processor, Choices.MEASURED, Optional.empty());
        open();
    }

    /**
     * One that has not opened the device yet.
     *
     * @param memory the file of what was measured, if it may be kept
     */
    GpuResampler(Supplier<ComputeBackend> opening, Resampler processor, Choices choices, Optional<Path> memory) {
        this.thread = Executors.newSingleThreadExecutor(task -> {
            Thread worker = new Thread(task, "amdahl-gpu-resampler");
            worker.setDaemon(true);
            return worker;
        });
        this.opening = opening;
        this.processor = processor;
        this.choices = choices;
        this.memory = memory;
        this.remembered = memory.flatMap(Remembered::read);
    }

    /**
     * Opens the device now, and measures both unless that is remembered of this one.
     *
     * @throws AmdahlException if the device cannot be had
     */
    GpuResampler open() {
        try {
            long begun = choices.nanos.getAsLong();
            ComputeBackend backend = onDevice(opening::get);
            try {
                SignFlips flips = onDevice(() -> choices.way.apply(backend));
                double seconds = (choices.nanos.getAsLong() - begun) * NANOS;
                opened = new Opened(backend, flips, crossover(backend, flips, seconds));
            } catch (RuntimeException failed) {
                onDevice(() -> {
                    DeviceResource.closeAll(List.of(backend));
                    return true;
                });
                throw failed;
            }
            return this;
        } catch (RuntimeException failed) {
            thread.shutdown();
            throw failed;
        }
    }

    private Crossover crossover(ComputeBackend backend, SignFlips flips, double openSeconds) {
        String device = onDevice(() -> backend.device().name());
        return remembered
                .filter(known -> known.device().equals(device))
                .map(Remembered::crossover)
                .orElseGet(() -> {
                    Crossover measured = choices.crossover.apply(
                            (levels, k, seed) -> onDevice(() -> flips.counts(levels, k, seed)), processor);
                    keep(new Remembered(device, Runtime.getRuntime().availableProcessors(), openSeconds, measured));
                    return measured;
                });
    }

    private void keep(Remembered measured) {
        memory.ifPresent(file -> {
            try {
                measured.write(file);
            } catch (IOException unwritable) {
                LOG.debug("what was measured of the device is not kept", unwritable);
            }
        });
    }

    @Override
    public long[] signFlipCounts(int[][] quantised, int k, long seed) {
        long sums = k < 1 || k > 24 ? 0 : (long) quantised.length << k;
        Opened device = loss.get() == null ? ready() : null;
        if (device != null && device.crossover.isForDevice(sums)) {
            try {
                return onDevice(() -> device.flips.counts(quantised, k, seed));
            } catch (DeviceException e) {
                requireReplaceable(e);
            }
        }
        long begun = choices.nanos.getAsLong();
        long[] counts = processor.signFlipCounts(quantised, k, seed);
        book(sums, (choices.nanos.getAsLong() - begun) * NANOS);
        return counts;
    }

    /** Returns the device if it is open, or if it is time to open it; one that refuses is not asked again, as nobody asked for it. */
    private @Nullable Opened ready() {
        Opened device = opened;
        if (device != null) {
            return device;
        }
        synchronized (this) {
            double cost = remembered.map(Remembered::openSeconds).orElse(OPEN_SECONDS);
            if (opened == null && !isRefused && spared >= cost) {
                try {
                    open();
                } catch (AmdahlException refused) {
                    isRefused = true;
                    LOG.debug("the device does not open, the processor counts", refused);
                }
            }
            return opened;
        }
    }

    private void book(long sums, double seconds) {
        if (opened == null) {
            synchronized (this) {
                spared += Math.max(
                        0,
                        seconds
                                - remembered
                                        .map(known -> known.crossover().onDevice(sums))
                                        .orElse(0.0));
            }
        }
    }

    /** Returns why the device is not used any more; empty while it is. */
    public Optional<DeviceException> loss() {
        return Optional.ofNullable(loss.get());
    }

    private void requireReplaceable(DeviceException failure) {
        if (failure.fault() == Fault.LOST || failure.fault() == Fault.OTHER) {
            if (loss.compareAndSet(null, failure)) {
                choices.listener.accept(failure);
            }
        } else if (failure.fault() != Fault.OUT_OF_MEMORY) {
            throw failure;
        }
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
        Opened device = opened;
        if (thread.isShutdown() || device == null) {
            thread.shutdown();
            return;
        }
        try {
            onDevice(() -> {
                DeviceResource.closeAll(List.of(device.flips, device.backend));
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
