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
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs checks one after the other on a thread of their own, so that a device that hangs or is lost ends neither the caller nor the
 * report: what comes after is skipped. A thread that hangs in a driver stays, as a daemon. Immutable and thread-safe.
 *
 * @param checks in order
 * @param limit for each check
 */
public record HealthSuite(List<HealthCheck> checks, Duration limit) {
    private static final double NANOS = 1e-9;
    private static final Duration CLOSING = Duration.ofSeconds(5);
    private static final String LOST = "the device was lost: ";
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
            boolean isGone = false;
            try {
                List<CheckResult> results = results(worker, open, after);
                isGone = results.stream().anyMatch(result -> gone(result).isPresent());
                return results;
            } finally {
                if (!isGone) {
                    close(worker, open);
                }
            }
        } finally {
            worker.shutdown();
        }
    }

    private List<CheckResult> results(ExecutorService worker, ComputeBackend device, Consumer<CheckResult> after) {
        List<CheckResult> results = new ArrayList<>();
        Optional<String> gone = Optional.empty();
        for (HealthCheck check : checks) {
            CheckResult result = gone.isEmpty()
                    ? timed(check, () -> ended(worker, check, device))
                    : check.usesDevice()
                            ? CheckResult.skipped(check.name(), gone.get())
                            : timed(check, () -> check.run(device));
            if (gone.isEmpty()) {
                gone = gone(result);
            }
            results.add(result);
            after.accept(result);
        }
        return List.copyOf(results);
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

    private static CheckResult timed(HealthCheck check, Supplier<CheckResult> work) {
        long start = System.nanoTime();
        CheckResult result = work.get();
        if (!result.check().equals(check.name())) {
            throw new IllegalStateException("check " + check.name() + " answered as " + result.check());
        }
        return result.took((System.nanoTime() - start) * NANOS);
    }

    private CheckResult ended(ExecutorService worker, HealthCheck check, ComputeBackend device) {
        try {
            return worker.submit(() -> check.run(device)).get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            return thrown(check, e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            return CheckResult.failed(check.name(), Map.of(), hung());
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** No room says nothing of the device; all else that it throws does. */
    private static CheckResult thrown(HealthCheck check, Throwable cause) {
        if (cause instanceof DeviceException refused && refused.fault() == DeviceException.Fault.OUT_OF_MEMORY) {
            return CheckResult.warned(
                    check.name(), Map.of(), List.of("not examined, for want of memory: " + refused.getMessage()));
        }
        String what = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        return CheckResult.failed(check.name(), Map.of(), isLost(cause) ? LOST + what : what);
    }

    private static boolean isLost(Throwable cause) {
        return cause instanceof DeviceException refused && refused.fault() == DeviceException.Fault.LOST;
    }

    private String hung() {
        return "the device hangs: not done after " + limit.toSeconds() + " s";
    }

    private Optional<String> gone(CheckResult result) {
        return result.reasons().stream()
                .filter(reason -> reason.startsWith(LOST) || reason.equals(hung()))
                .findFirst()
                .map(reason -> "the device is gone since " + result.check());
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while a device was examined", e);
    }
}
