package dev.amdahl.examples.init;

import dev.amdahl.examples.cli.run.LastRun;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.experiment.ArmPlan;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.job.Accelerators;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One run of a job, as a trial would run it.
 *
 * @param result what was measured
 * @param stdout what it printed
 * @param written files of its directory that were not there before, by their path relative to it: where they lie now
 * @param overwritten files of its directory that were there before and were written
 */
record ShortRun(ArmResult result, String stdout, Map<String, Path> written, List<String> overwritten) {
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final long OUTPUT_BYTES = 16 << 20;
    private static final int STARTING_POLLS = 30;

    ShortRun {
        written = Map.copyOf(written);
        overwritten = List.copyOf(overwritten);
    }

    private record Request(String key, String family, Accelerators accelerators, List<ArmRequest> arms)
            implements TrialRequest {}

    /**
     * Runs a job in its directory, and blocks until it has ended or was stopped at the limit, or by a signal to this program. Files that it
     * leaves there are moved into a folder, so that the next run begins as this one did.
     *
     * @throws AmdahlException if it could not be run at all
     */
    static ShortRun of(JobCommand job, Scheduler scheduler, String key, Duration limit, Path kept) throws IOException {
        WrittenFiles files = WrittenFiles.before(job.directory(), kept);
        WorkerRunId run = scheduler.submit(new Request(
                key,
                "init",
                new Accelerators("cpu", 1),
                List.of(new ArmPlan(
                        "a",
                        job.command(),
                        job.environment(),
                        Optional.of(job.directory().toAbsolutePath()),
                        limit,
                        OUTPUT_BYTES,
                        1,
                        false,
                        List.of(),
                        List.of(),
                        Map.of(),
                        Optional.empty(),
                        Optional.empty()))));
        LastRun ending = LastRun.of(() -> scheduler.cancel(run));
        try {
            await(scheduler, run);
        } finally {
            ending.close();
        }
        ArmResult result = scheduler.collect(run).arms().get(0);
        String stdout =
                result.folder().map(folder -> text(folder.resolve("stdout"))).orElse("");
        WrittenFiles.Found found = files.moveTo(kept.resolve(key));
        return new ShortRun(result, stdout, found.added(), found.changed());
    }

    private static void await(Scheduler scheduler, WorkerRunId run) {
        int unknown = 0;
        while (true) {
            RunStatus status = scheduler.poll(Set.of(run)).getOrDefault(run, RunStatus.UNKNOWN);
            if (status == RunStatus.UNKNOWN && ++unknown > STARTING_POLLS) {
                throw new AmdahlException(ErrorCategory.TRANSIENT, "the run was lost; start init again");
            }
            if (status != RunStatus.QUEUED && status != RunStatus.RUNNING && status != RunStatus.UNKNOWN) {
                return;
            }
            scheduler.await(Set.of(run), POLL);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException notUtf8) {
            return latin(file);
        } catch (IOException none) {
            return "";
        }
    }

    private static String latin(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException none) {
            return "";
        }
    }

    /** Returns the last line of its standard error that says something. */
    String lastError() {
        return result.folder()
                .map(folder -> text(folder.resolve("stderr")))
                .orElse("")
                .lines()
                .filter(line -> !line.isBlank())
                .reduce((first, second) -> second)
                .map(String::strip)
                .orElse("it printed nothing on standard error");
    }
}
