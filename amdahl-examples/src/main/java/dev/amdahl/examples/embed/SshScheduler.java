package dev.amdahl.examples.embed;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.core.trial.RequestCheck;
import dev.amdahl.core.trial.TrialFolder;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.ShellWords;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Trials on a machine behind a command such as {@code ssh -n gpu7}, in a folder that both machines see. Thread-safe. */
public record SshScheduler(String machine, Path folder) implements Scheduler {
    /** Says how it stands, and starts it where nobody has; the script itself sees to it that only one start runs. */
    private static final String LOOK = """
            [ ! -e cancelled ] || exec printf CANCELLED
            [ -e pid ] || { setsid sh trial.sh >trial.log 2>&1 </dev/null & exec printf QUEUED; }
            ! pgrep -s "$(cut -d ' ' -f 1 pid)" >/dev/null || exec printf RUNNING
            [ -e result.properties ] && printf DONE || printf INFRA_FAILED""";

    private static final String CANCEL = """
            [ -e result.properties ] || { touch cancelled && pkill -KILL -s "$(cut -d ' ' -f 1 pid)"; }""";

    @Override
    public String name() {
        return "ssh";
    }

    @Override
    public WorkerRunId submit(TrialRequest request) {
        RequestCheck.check(request);
        TrialFolder trial = trial(request.key());
        String draft = request.key() + "." + UUID.randomUUID();
        if (!now(() -> trial.create(request, Instant.now(), draft) || trial.holds(request))) {
            throw new InvalidInputException("trial " + request.key(), "is another one", "use a new key");
        }
        there(trial, LOOK);
        return new WorkerRunId(request.key());
    }

    @Override
    public Optional<WorkerRunId> find(String key) {
        return Optional.of(key).filter(name -> trial(name).exists()).map(WorkerRunId::new);
    }

    @Override
    public Map<WorkerRunId, RunStatus> poll(Set<WorkerRunId> runs) {
        return runs.stream().collect(Collectors.toMap(run -> run, run -> status(trial(run.value()))));
    }

    private RunStatus status(TrialFolder trial) {
        String said = there(trial, LOOK);
        RunStatus status = said.isEmpty() ? RunStatus.UNKNOWN : RunStatus.valueOf(said);
        return status == RunStatus.DONE && now(trial::failure).isPresent() ? RunStatus.INFRA_FAILED : status;
    }

    @Override
    public TrialResult collect(WorkerRunId run) {
        return now(trial(run.value())::collect);
    }

    @Override
    public void cancel(WorkerRunId run) {
        there(trial(run.value()), CANCEL);
    }

    private TrialFolder trial(String key) {
        return new TrialFolder(folder.resolve(key));
    }

    /** Returns what a script prints there, in the trial's folder; nothing where folder or machine is not reached. */
    private String there(TrialFolder trial, String script) {
        String words = "cd " + ShellWords.quote(trial.path().toString()) + " || exit\n" + script;
        Stream<String> command = Stream.concat(Stream.of(machine.split(" ")), Stream.of(words));
        return now(() -> new String(
                new ProcessBuilder(command.toList()).start().getInputStream().readAllBytes(), UTF_8));
    }

    private interface Step<T> {
        T take() throws IOException;
    }

    /** What fails here is no verdict: the loop asks again. */
    private static <T> T now(Step<T> step) {
        try {
            return step.take();
        } catch (IOException e) {
            throw new AmdahlException(ErrorCategory.TRANSIENT, "trial: " + e.getMessage(), e);
        }
    }
}
