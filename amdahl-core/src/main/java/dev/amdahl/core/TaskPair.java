package dev.amdahl.core;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.google.common.hash.Hashing;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.ShellWords;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.ValueSource;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Two tasks of this program: the commands that run each in a JVM of its own, and a scheduler that calls them in this one. */
final class TaskPair implements Scheduler {
    static final String BASELINE = "baseline";
    static final String VARIANT = "variant";
    private static final String RESULT = "task.json";
    static final MetricSpec SECONDS =
            new MetricSpec("task_seconds", Optional.of(new ValueSource.Json(RESULT, "/seconds")), true);

    private final Map<String, Callable<?>> tasks;
    private final Map<String, FutureTask<TrialResult>> runs = new ConcurrentHashMap<>();
    private volatile long calls;
    private volatile @Nullable InvalidInputException hung;

    TaskPair(Callable<?> baseline, Callable<?> variant) {
        tasks = Map.of(BASELINE, baseline, VARIANT, variant);
    }

    /**
     * How the tasks are run.
     *
     * @param whyHere why they are called in this JVM; empty where each gets its own
     */
    record Commands(String baseline, String variant, Optional<String> whyHere) {}

    /** Writes the tasks into a folder and returns the commands that run them from there. */
    Commands commands(Path folder, Duration limit) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        for (Map.Entry<String, Callable<?>> task : tasks.entrySet()) {
            Path file = folder.resolve(task.getKey());
            try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
                out.writeObject(task.getValue());
            } catch (IOException notSerializable) {
                return new Commands(
                        BASELINE,
                        VARIANT,
                        Optional.of("both tasks were called in this JVM, as the " + task.getKey()
                                + " cannot be serialized: " + notSerializable));
            }
        }
        long often = callsInChild(folder.resolve(BASELINE), limit);
        return new Commands(
                command(folder.resolve(BASELINE), often), command(folder.resolve(VARIANT), often), Optional.empty());
    }

    /** As many calls in either arm, so that the whole arm takes less time where a call does; 1 where the baseline fails, as its trials do. */
    private static long callsInChild(Path baseline, Duration limit) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(java(baseline));
        command.addAll(List.of("-", "0"));
        Path out = baseline.resolveSibling("calls");
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .redirectOutput(out.toFile())
                .start();
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw hung(BASELINE, limit);
            }
        } finally {
            process.destroyForcibly();
        }
        String said = Files.readString(out).strip();
        return process.exitValue() == 0 ? Long.parseLong(said.substring(said.lastIndexOf('\n') + 1)) : 1;
    }

    private static InvalidInputException hung(String name, Duration limit) {
        return new InvalidInputException(
                name,
                "its calls did not return within " + limit.toMillis() / 1e3 + " s",
                "give a longer timeLimit, or a task that returns sooner");
    }

    /** Requires that no call in this JVM hangs. @throws InvalidInputException naming the task that does, since it may run on and spoil others */
    void requireReturned() {
        InvalidInputException present = hung;
        if (present != null) {
            throw present;
        }
    }

    private static List<String> java(Path file) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                TaskProcess.class.getName(),
                file.toAbsolutePath().toString());
    }

    /** In the directory of this program, with the result in the trial's own. */
    private static String command(Path file, long often) {
        return "here=$PWD; cd " + ShellWords.quote(Path.of("").toAbsolutePath().toString()) + " && exec "
                + ShellWords.join(java(file)) + " \"$here/" + RESULT + "\" " + often;
    }

    private record Called(String key, String host, List<ArmResult> arms, Optional<String> voidReason)
            implements TrialResult {}

    @Override
    public String name() {
        return "this-jvm";
    }

    @Override
    public WorkerRunId submit(TrialRequest request) {
        FutureTask<TrialResult> run = new FutureTask<>(() -> call(request));
        if (runs.putIfAbsent(request.key(), run) == null) {
            start(run, request.key());
        }
        return new WorkerRunId(request.key());
    }

    private TrialResult call(TrialRequest request) {
        List<ArmResult> arms = new ArrayList<>();
        for (ArmRequest arm : request.arms()) {
            arms.add(call(arm));
        }
        return new Called(request.key(), "this JVM", List.copyOf(arms), Optional.empty());
    }

    /** As of the first call; calls are one after the other. */
    private long often(Duration limit) throws InterruptedException, ExecutionException, TimeoutException {
        if (calls == 0) {
            Callable<?> baseline = requireNonNull(tasks.get(BASELINE));
            calls = within(BASELINE, limit, () -> TaskTimer.calls(baseline));
        }
        return calls;
    }

    /** In a thread of its own, as what hangs there cannot be stopped. */
    private <T> T within(String name, Duration limit, Callable<T> work)
            throws InterruptedException, ExecutionException, TimeoutException {
        FutureTask<T> call = new FutureTask<>(work);
        start(call, name);
        try {
            return call.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            hung = hung(name, limit);
            throw late;
        } finally {
            call.cancel(true);
        }
    }

    private ArmResult call(ArmRequest arm) {
        String name = arm.command().get(arm.command().size() - 1);
        Callable<?> task = tasks.get(name);
        if (task == null) {
            throw new IllegalStateException("no task " + arm.command());
        }
        if (hung != null) {
            return ArmResult.notRun(arm.name());
        }
        long begin = System.nanoTime();
        try {
            long often = often(arm.timeLimit());
            TaskTimer timed = within(name, arm.timeLimit(), () -> TaskTimer.of(task, often));
            ArmResult result = ArmResult.succeeded(arm.name(), (System.nanoTime() - begin) / 1e9)
                    .metric(SECONDS.name(), timed.seconds());
            return arm.outputs().contains("-")
                    ? result.digest(
                            "-",
                            Hashing.sha256().hashString(timed.value(), UTF_8).toString())
                    : result;
        } catch (TimeoutException late) {
            return ArmResult.notRun(arm.name()).timedOut();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ArmResult.notRun(arm.name());
        } catch (ExecutionException failure) {
            return ArmResult.failed(arm.name(), 1).notes(List.of("the task threw " + failure.getCause()));
        }
    }

    private static void start(Runnable call, String name) {
        Thread thread = new Thread(call, "amdahl-task " + name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public Optional<WorkerRunId> find(String key) {
        return runs.containsKey(key) ? Optional.of(new WorkerRunId(key)) : Optional.empty();
    }

    @Override
    public Map<WorkerRunId, RunStatus> poll(Set<WorkerRunId> asked) {
        Map<WorkerRunId, RunStatus> statuses = new HashMap<>();
        for (WorkerRunId run : asked) {
            Future<TrialResult> called = runs.get(run.value());
            statuses.put(run, called == null ? RunStatus.INFRA_FAILED : status(called));
        }
        return statuses;
    }

    private static RunStatus status(Future<TrialResult> called) {
        return called.isCancelled() ? RunStatus.CANCELLED : called.isDone() ? RunStatus.DONE : RunStatus.RUNNING;
    }

    @Override
    public TrialResult collect(WorkerRunId run) {
        Future<TrialResult> called = runs.get(run.value());
        if (called == null || !called.isDone()) {
            throw new AmdahlException(ErrorCategory.TRANSIENT, "the call " + run + " is not done");
        }
        try {
            return called.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a call failed: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AmdahlException(ErrorCategory.TRANSIENT, "interrupted", e);
        }
    }

    @Override
    public void cancel(WorkerRunId run) {
        Future<TrialResult> called = runs.get(run.value());
        if (called != null) {
            called.cancel(true);
        }
    }

    @Override
    public boolean isCluster() {
        return false;
    }

    /** Returns one call at a time, so that none disturbs another. */
    @Override
    public OptionalInt slots() {
        return OptionalInt.of(1);
    }
}
