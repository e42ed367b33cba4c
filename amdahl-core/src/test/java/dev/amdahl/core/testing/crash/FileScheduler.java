package dev.amdahl.core.testing.crash;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.core.testing.invariants.SubmissionLog;
import dev.amdahl.spi.experiment.ArmRequest;
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
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A scheduler that runs nothing and survives the loop's death in files: a line per started run, and what each arm measured. It
 * starts a key that is submitted twice a second time, and says so. Not thread-safe.
 */
public final class FileScheduler implements Scheduler, SubmissionLog {
    private static final String TRACE = ".trace";

    private final Path folder;

    /** A scheduler over a folder; another one over the same folder is the same scheduler. */
    public FileScheduler(Path folder) {
        this.folder = folder;
    }

    private record Result(String key, String host, List<ArmResult> arms, Optional<String> voidReason)
            implements TrialResult {}

    @Override
    public Map<String, Integer> started() {
        Map<String, Integer> times = new HashMap<>();
        lines(log()).forEach(key -> times.merge(key, 1, Integer::sum));
        return times;
    }

    @Override
    public String name() {
        return "files";
    }

    @Override
    public boolean isSubmitIdempotent() {
        return false;
    }

    @Override
    public WorkerRunId submit(TrialRequest request) {
        StringBuilder arms = new StringBuilder();
        for (ArmRequest arm : request.arms()) {
            arms.append(arm.name())
                    .append(arm.isTraced() ? TRACE : "")
                    .append(' ')
                    .append(CrashWorld.cost(arm))
                    .append('\n');
        }
        FailPoints.hit(FailPoint.REQUEST_SENT);
        try {
            Files.createDirectories(folder);
            Files.writeString(
                    log(), request.key() + "\n", US_ASCII, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            AtomicFiles.write(run(request.key()), arms.toString().getBytes(US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        FailPoints.hit(FailPoint.REQUEST_ACCEPTED);
        return new WorkerRunId(request.key());
    }

    @Override
    public Optional<WorkerRunId> find(String key) {
        return lines(log()).contains(key) ? Optional.of(new WorkerRunId(key)) : Optional.empty();
    }

    @Override
    public Map<WorkerRunId, RunStatus> poll(Set<WorkerRunId> runs) {
        Map<WorkerRunId, RunStatus> statuses = new HashMap<>();
        for (WorkerRunId run : runs) {
            RunStatus known = Files.exists(run(run.value())) ? RunStatus.DONE : RunStatus.INFRA_FAILED;
            statuses.put(run, find(run.value()).isPresent() ? known : RunStatus.UNKNOWN);
        }
        return statuses;
    }

    @Override
    public TrialResult collect(WorkerRunId run) {
        List<ArmResult> arms = new ArrayList<>();
        for (String line : lines(run(run.value()))) {
            String[] words = line.split(" ", 2);
            boolean isTraced = words[0].endsWith(TRACE);
            ArmResult arm = ArmResult.succeeded(
                    isTraced ? words[0].substring(0, 1) : words[0], Double.parseDouble(words[1]) / 100);
            arms.add(isTraced ? arm.folder(traced(run.value())) : arm);
        }
        return new Result(run.value(), "files", List.copyOf(arms), Optional.empty());
    }

    private Path traced(String key) {
        Path place = folder.resolve("traces").resolve(key);
        try {
            AtomicFiles.write(place.resolve("trace.json"), "0.3".getBytes(US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return place;
    }

    @Override
    public void cancel(WorkerRunId run) {}

    /** Everything has ended as soon as it is submitted. */
    @Override
    public void await(Set<WorkerRunId> runs, Duration atMost) {}

    @Override
    public OptionalInt slots() {
        return OptionalInt.of(2);
    }

    private Path log() {
        return folder.resolve("submissions.log");
    }

    private Path run(String key) {
        return folder.resolve("runs").resolve(key);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file, US_ASCII) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
