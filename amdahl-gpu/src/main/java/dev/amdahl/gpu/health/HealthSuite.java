package dev.amdahl.gpu.health;

import static java.util.Objects.requireNonNull;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceException;
import dev.amdahl.spi.AmdahlException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs checks one after the other on a thread of their own, so that a device that hangs or is lost ends neither the caller nor the
 * report: what comes after is skipped. A thread that hangs in a driver stays, as a daemon.
 *
 * @param checks in order
 * @param limit for each check
 */
public record HealthSuite(List<HealthCheck> checks, Duration limit) {
    /** Why what comes after is skipped. */
    static final String GONE = "the device is gone";

    private static final double NANOS = 1e-9;
    private static final Duration CLOSING = Duration.ofSeconds(5);
    private static final Logger LOG = LoggerFactory.getLogger(HealthSuite.class);

    public HealthSuite {
        checks = List.copyOf(checks);
        requireNonNull(limit);
    }

    /**
     * Runs all checks; blocks.
     *
     * @param device opens the device on the thread that will use it
     * @param after hears of each check as it ends
     * @return a result for each check, in order
     * @throws AmdahlException if the device cannot be opened
     */
    public List<CheckResult> run(Supplier<ComputeBackend> device, Consumer<CheckResult> after) {
        ExecutorService worker = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "amdahl-health");
            thread.setDaemon(true);
            return thread;
        });
        try {
            ComputeBackend open = opened(worker, device);
            List<CheckResult> results = new ArrayList<>();
            Optional<String> gone = Optional.empty();
            try {
                for (HealthCheck check : checks) {
                    Examined examined = examined(worker, check, open, gone);
                    if (examined.isGone()) {
                        gone = Optional.of(GONE + " since " + check.name());
                    }
                    results.add(examined.result());
                    after.accept(examined.result());
                }
                return List.copyOf(results);
            } finally {
                if (gone.isEmpty()) {
                    close(worker, open);
                }
            }
        } finally {
            worker.shutdown();
        }
    }

    /**
     * How a check ended.
     *
     * @param isGone whether the device cannot be used from here on
     */
    private record Examined(CheckResult result, boolean isGone) {
        static Examined of(CheckResult result) {
            return new Examined(result, false);
        }

        Examined took(double seconds) {
            return new Examined(result.took(seconds), isGone);
        }
    }

    private Examined examined(ExecutorService worker, HealthCheck check, ComputeBackend device, Optional<String> gone) {
        if (gone.isPresent()) {
            return check.usesDevice()
                    ? Examined.of(CheckResult.skipped(check.name(), gone.get()))
                    : timed(check, () -> Examined.of(check.run(device)));
        }
        return timed(check, () -> ended(worker, check, device));
    }

    private static void close(ExecutorService worker, ComputeBackend device) {
        try {
            worker.submit(device::close).get(CLOSING.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("a device could not be closed: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private ComputeBackend opened(ExecutorService worker, Supplier<ComputeBackend> device) {
        try {
            return worker.submit(device::get).get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException refused) {
                throw refused;
            }
            throw new IllegalStateException("the device could not be opened", e.getCause());
        } catch (TimeoutException e) {
            throw new DeviceException(
                    DeviceException.Fault.LOST, "the device did not open within " + limit.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static Examined timed(HealthCheck check, Supplier<Examined> work) {
        long start = System.nanoTime();
        Examined examined = work.get();
        if (!examined.result().check().equals(check.name())) {
            throw new IllegalStateException("check " + check.name() + " answered as "
                    + examined.result().check());
        }
        return examined.took((System.nanoTime() - start) * NANOS);
    }

    private Examined ended(ExecutorService worker, HealthCheck check, ComputeBackend device) {
        try {
            return Examined.of(worker.submit(() -> check.run(device)).get(limit.toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException e) {
            return thrown(check, e.getCause() == null ? e : e.getCause(), () -> answers(worker, device));
        } catch (TimeoutException e) {
            return new Examined(
                    CheckResult.failed(
                            check.name(), Map.of(), "the device hangs: not done after " + limit.toSeconds() + " s"),
                    true);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Returns whether the device still answers: an error that is known by no number may have cost its context. */
    private boolean answers(ExecutorService worker, ComputeBackend device) {
        try {
            worker.submit(device::synchronize).get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("the device no longer answers: {}", e.toString());
            return false;
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** No room says nothing of the device; all else that it throws does. */
    private static Examined thrown(HealthCheck check, Throwable cause, BooleanSupplier answers) {
        Optional<DeviceException.Fault> fault =
                cause instanceof DeviceException refused ? Optional.of(refused.fault()) : Optional.empty();
        String what = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        if (fault.equals(Optional.of(DeviceException.Fault.OUT_OF_MEMORY))) {
            return Examined.of(
                    CheckResult.warned(check.name(), Map.of(), List.of("not examined, for lack of memory: " + what)));
        }
        boolean isLost =
                fault.equals(Optional.of(DeviceException.Fault.LOST)) || (fault.isPresent() && !answers.getAsBoolean());
        return new Examined(
                CheckResult.failed(check.name(), Map.of(), isLost ? "the device was lost: " + what : what), isLost);
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while a device was examined", e);
    }
}
