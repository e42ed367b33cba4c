package dev.amdahl.core.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.testing.PrivateSlurm;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Tests on one real cluster, each in a folder of its own. */
abstract class SlurmFixture {
    static final Duration SECOND = Duration.ofSeconds(1);
    static final int NODES = 3;

    private static final int MAX_LOOKS = 3_600;

    @TempDir
    Path place;

    static PrivateSlurm cluster;

    @BeforeAll
    static void start(TestInfo test) {
        cluster = SlurmContext.cluster(test.getTags().contains("nodes") ? NODES : 1);
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    SlurmContext context() {
        return SlurmContext.on(cluster, place);
    }

    SlurmScheduler open() {
        return context().scheduler();
    }

    Path trial(String key) {
        return place.resolve("trials").resolve(key);
    }

    static RunStatus status(Scheduler scheduler, WorkerRunId run) {
        return scheduler.poll(Set.of(run)).getOrDefault(run, RunStatus.UNKNOWN);
    }

    static void await(Scheduler scheduler, WorkerRunId run, RunStatus expected) {
        for (int look = 0; look < MAX_LOOKS && status(scheduler, run) != expected; look++) {
            pause();
        }
        assertThat(status(scheduler, run)).isEqualTo(expected);
    }

    static void awaitTrue(String what, BooleanSupplier holds) {
        for (int look = 0; look < MAX_LOOKS && !holds.getAsBoolean(); look++) {
            pause();
        }
        assertThat(holds.getAsBoolean()).as(what).isTrue();
    }

    static void pause() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }

    void awaitStart(String key) {
        awaitTrue("start of " + key, () -> Files.exists(trial(key).resolve("a/command.pid")));
    }

    String read(String key, String file) {
        try {
            return Files.readString(trial(key).resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The jobs of a key that the cluster shows, refused ones too. */
    List<String> jobs(String key) {
        return cluster.call(
                        "squeue",
                        "--noheader",
                        "--states=all",
                        "--name=" + JobOptions.name(key),
                        "--Format=JobID:|,State:|,Reason:|")
                .lines()
                .toList();
    }
}
