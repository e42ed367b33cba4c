package dev.amdahl.core.schedulers.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;

/** Real trials in a folder of the test's own. */
abstract class LocalFixture {
    private static final int MAX_WAITS = 120;

    @TempDir
    Path folder;

    LocalScheduler open() {
        return open(1);
    }

    LocalScheduler open(int slots) {
        return open(slots, List.of());
    }

    LocalScheduler open(int slots, List<String> devices) {
        return new LocalScheduler(new LocalSettings(
                folder.resolve("root"),
                folder.resolve("slots"),
                2 * slots,
                slots,
                new Devices(devices),
                false,
                Clock.systemUTC()));
    }

    Path trial(String key) {
        return folder.resolve("root/trials").resolve(key);
    }

    static TrialResult run(Scheduler scheduler, TrialRequest request) {
        WorkerRunId run = scheduler.submit(request);
        assertThat(end(scheduler, run)).isEqualTo(RunStatus.DONE);
        return scheduler.collect(run);
    }

    ArmResult runOnce(Requested.Arm arm) {
        TrialResult result = run(open(), Requested.of("once", arm));
        assertThat(result.arms()).hasSize(2);
        return result.arms().get(0);
    }

    static RunStatus end(Scheduler scheduler, WorkerRunId run) {
        for (int i = 0; i < MAX_WAITS; i++) {
            RunStatus status = scheduler.poll(Set.of(run)).getOrDefault(run, RunStatus.UNKNOWN);
            if (status != RunStatus.QUEUED && status != RunStatus.RUNNING) {
                return status;
            }
            scheduler.await(Set.of(run), Duration.ofSeconds(1));
        }
        throw new AssertionError(run + " has not ended");
    }

    /** Waits for a file that a job makes. */
    static void awaitFile(Path file) {
        await(() -> Files.exists(file));
        assertThat(file).exists();
    }

    /** Waits for a file that a job makes and then writes a line into; gives the line. */
    static String awaitLine(Path file) {
        awaitFile(file);
        await(() -> read(file).endsWith("\n"));
        return read(file).strip();
    }

    static void await(BooleanSupplier holds) {
        for (int i = 0; i < 12_000 && !holds.getAsBoolean(); i++) {
            LockSupport.parkNanos(10_000_000);
        }
    }

    static String stdout(ArmResult arm) {
        return read(arm.folder().orElseThrow().resolve("stdout"));
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Map<String, String> environment(ArmResult arm) {
        return stdout(arm)
                .lines()
                .filter(line -> line.contains("="))
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.indexOf('=')),
                        line -> line.substring(line.indexOf('=') + 1),
                        (first, second) -> second));
    }
}
