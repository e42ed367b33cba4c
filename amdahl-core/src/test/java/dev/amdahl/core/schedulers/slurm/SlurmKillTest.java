package dev.amdahl.core.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The submitter is killed at random moments; each trial runs once all the same. */
@Tag("harness")
@Tag("long")
final class SlurmKillTest extends SlurmFixture {
    private static final int TRIALS = 100;
    private static final int KILLS = 20;
    private static final long MAX_NANOS = TimeUnit.MILLISECONDS.toNanos(120);

    @Test
    void exactlyAsManyRunAsWereAskedFor() throws IOException, InterruptedException, URISyntaxException {
        SplittableRandom random = new SplittableRandom(Long.getLong("amdahl.seed", 20));
        for (int kill = 0; kill < KILLS; kill++) {
            long before = folders();
            Process submitter = submitter();
            awaitTrue("a new trial", () -> folders() > before || !submitter.isAlive());
            LockSupport.parkNanos(random.nextLong(MAX_NANOS));
            submitter.destroyForcibly().waitFor();
        }
        assertThat(folders()).as("kills came in the middle").isBetween(10L, (long) TRIALS);
        assertThat(submitter().waitFor()).isZero();
        SlurmScheduler scheduler = open();
        Set<WorkerRunId> runs = IntStream.range(0, TRIALS)
                .mapToObj(i -> new WorkerRunId("t" + i))
                .collect(Collectors.toSet());
        awaitTrue("all have run", () -> scheduler.poll(runs).values().stream().allMatch(RunStatus.DONE::equals));
        awaitTrue("no job is left", () -> cluster.call("squeue", "--noheader").isBlank());
        List<String> jobs = cluster.call("squeue", "--noheader", "--states=all", "--Format=Name:|,State:|")
                .lines()
                .toList();
        assertThat(jobs).hasSize(TRIALS).doesNotHaveDuplicates().allMatch(line -> line.contains("|COMPLETED|"));
    }

    private long folders() {
        Path trials = place.resolve("trials");
        if (!Files.isDirectory(trials)) {
            return 0;
        }
        try (Stream<Path> paths = Files.list(trials)) {
            return paths.filter(path -> !path.getFileName().toString().startsWith("."))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process submitter() throws IOException, URISyntaxException {
        return new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        classPath(),
                        SubmitAll.class.getName(),
                        place.toString(),
                        cluster.configuration().toString(),
                        Integer.toString(TRIALS))
                .redirectErrorStream(true)
                .redirectOutput(place.resolve("submitter.log").toFile())
                .start();
    }

    private static String classPath() throws URISyntaxException {
        Set<Path> places = new LinkedHashSet<>();
        for (Class<?> type : List.of(
                SubmitAll.class,
                SlurmScheduler.class,
                Scheduler.class,
                org.junit.jupiter.api.Assertions.class,
                org.slf4j.Logger.class,
                com.fasterxml.jackson.databind.JsonNode.class,
                com.fasterxml.jackson.core.JsonFactory.class,
                com.fasterxml.jackson.annotation.JsonProperty.class)) {
            places.add(Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI()));
        }
        return places.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
