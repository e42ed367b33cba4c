package dev.amdahl.core.functional;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A scheduler whose memory is a file of one line per submission, with what its arms will have measured: it outlives the process, and
 * a copy of the file brings back the scheduler of another day.
 */
final class JournalScheduler implements Scheduler {
    /** What one arm measures; a share stands for the trace of an evidence run. */
    record Arm(String name, double seconds, String digest, int exit, Optional<Double> share) {
        private String line() {
            return name + ":" + seconds + ":" + digest + ":" + exit
                    + share.map(value -> ":" + value).orElse("");
        }

        private static Arm of(String line) {
            String[] parts = line.split(":", -1);
            return new Arm(
                    parts[0],
                    Double.parseDouble(parts[1]),
                    parts[2],
                    Integer.parseInt(parts[3]),
                    parts.length > 4 ? Optional.of(Double.valueOf(parts[4])) : Optional.empty());
        }

        private ArmResult result(Path traces, String key) {
            if (exit != 0) {
                return ArmResult.failed(name, exit);
            }
            ArmResult result = ArmResult.succeeded(name, seconds)
                    .work(1000)
                    .digest("out.json", digest)
                    .covariate(Covariate.LOAD_1M, 1);
            return share.isPresent() ? result.folder(trace(traces.resolve(key), share.get())) : result;
        }

        private static Path trace(Path folder, double share) {
            try {
                Files.createDirectories(folder.resolve("run"));
                Files.writeString(folder.resolve("run/trace.json"), Double.toString(share));
                return folder;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private record Result(String key, String host, List<ArmResult> arms, Optional<String> voidReason)
            implements TrialResult {}

    private final Path journal;
    private final Path traces;
    private final int slots;
    private final Function<ArmRequest, Arm> script;
    private final List<String> calls = new ArrayList<>();
    RunStatus status = RunStatus.DONE;
    int unanswered;
    /** The process dies with that many submissions more; never at 0. */
    int fatal;

    /** @param traces where evidence runs leave their traces; those of the journal are laid there at once */
    JournalScheduler(Path journal, Path traces, int slots, Function<ArmRequest, Arm> script) {
        this.journal = journal;
        this.traces = traces;
        this.slots = slots;
        this.script = script;
        recorded().forEach(line -> arms(line).forEach(arm -> arm.result(traces, key(line))));
    }

    /** What it was told to do, in order: submit, collect and cancel, with the key. */
    List<String> calls() {
        return List.copyOf(calls);
    }

    /** The journal, one line per submission. */
    List<String> recorded() {
        try {
            return Files.exists(journal) ? Files.readAllLines(journal, UTF_8) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The keys of all submissions, in order; a key submitted twice stands here twice. */
    List<String> keys() {
        return recorded().stream().map(JournalScheduler::key).toList();
    }

    private static String key(String line) {
        return line.substring(0, line.indexOf('|'));
    }

    private static List<Arm> arms(String line) {
        return Stream.of(line.split("\\|")).skip(1).map(Arm::of).toList();
    }

    @Override
    public String name() {
        return "journal";
    }

    @Override
    public WorkerRunId submit(TrialRequest request) {
        calls.add("submit " + request.key());
        String arms = request.arms().stream().map(script).map(Arm::line).collect(Collectors.joining("|"));
        try {
            Files.writeString(
                    journal,
                    request.key() + "|" + arms + "\n",
                    UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (fatal > 0 && --fatal == 0) {
            throw new MortalClock.Killed();
        }
        if (unanswered > 0) {
            unanswered--;
            throw new AmdahlException(ErrorCategory.TRANSIENT, "the scheduler did not answer");
        }
        return new WorkerRunId(request.key());
    }

    @Override
    public boolean isSubmitIdempotent() {
        return false;
    }

    @Override
    public Optional<WorkerRunId> find(String key) {
        return keys().contains(key) ? Optional.of(new WorkerRunId(key)) : Optional.empty();
    }

    @Override
    public Map<WorkerRunId, RunStatus> poll(Set<WorkerRunId> runs) {
        List<String> known = keys();
        Map<WorkerRunId, RunStatus> statuses = new LinkedHashMap<>();
        runs.forEach(run -> statuses.put(run, known.contains(run.value()) ? status : RunStatus.UNKNOWN));
        return statuses;
    }

    @Override
    public TrialResult collect(WorkerRunId run) {
        calls.add("collect " + run.value());
        String line = recorded().stream()
                .filter(recorded -> key(recorded).equals(run.value()))
                .findFirst()
                .orElseThrow();
        return new Result(
                run.value(),
                "host-1",
                arms(line).stream().map(arm -> arm.result(traces, run.value())).toList(),
                Optional.empty());
    }

    @Override
    public void cancel(WorkerRunId run) {
        calls.add("cancel " + run.value());
    }

    @Override
    public OptionalInt slots() {
        return OptionalInt.of(slots);
    }
}
