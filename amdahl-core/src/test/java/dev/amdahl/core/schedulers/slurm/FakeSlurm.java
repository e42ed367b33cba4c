package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.trial.TrialFolder;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Commands that answer what a test says, and count their calls. */
final class FakeSlurm {
    private final Path folder;

    FakeSlurm(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
        answers("squeue", "");
        answers("sbatch", "echo 1");
        answers("scancel", "");
        answers("scontrol", "");
        answers("sacct", "echo 'Slurm accounting storage is disabled' >&2; exit 1");
    }

    /** What a command does from now on. */
    void answers(String program, String script) throws IOException {
        Path file = folder.resolve(program);
        Files.writeString(file, "#!/bin/sh\necho \"$*\" >>'" + folder + "/" + program + ".calls'\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** What it prints from now on. */
    void prints(String program, String text) throws IOException {
        Files.writeString(folder.resolve(program + ".answer"), text);
        answers(program, "cat '" + folder + "/" + program + ".answer'");
    }

    long calls(String program) throws IOException {
        Path calls = folder.resolve(program + ".calls");
        return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
    }

    void remove(String program) throws IOException {
        Files.delete(folder.resolve(program));
    }

    SlurmContext context(Path place) {
        Map<String, String> settings = new TreeMap<>();
        settings.put("bin", folder.toString());
        settings.put("command-timeout", "60s");
        settings.put("poll-interval", "0s");
        settings.put("result-grace", "0s");
        return new SlurmContext(place, settings, Clock.systemUTC());
    }

    /** Trials that were handed over, as their folders look by then. */
    static Set<WorkerRunId> submitted(Path place, int count) throws IOException {
        Set<WorkerRunId> runs = new HashSet<>();
        for (int i = 0; i < count; i++) {
            TrialFolder trial = new TrialFolder(place.resolve("trials/k" + i));
            trial.create(Batch.of("k" + i, "true"), Clock.systemUTC().instant(), ".k" + i);
            Files.writeString(trial.path().resolve("job"), (1000 + i) + "\n");
            runs.add(new WorkerRunId("k" + i));
        }
        return runs;
    }

    /** A line as {@code squeue} prints it. */
    static String line(int job, String state, String reason, String key) {
        return job + "|" + state + "|" + reason + "|1795333140|1795333141|1795333142|0|0|amdahl-" + key + "|\n";
    }
}
