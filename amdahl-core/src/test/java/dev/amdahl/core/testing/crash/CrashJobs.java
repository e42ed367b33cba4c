package dev.amdahl.core.testing.crash;

import dev.amdahl.core.testing.LocalTrials;
import dev.amdahl.core.testing.invariants.SubmissionLog;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Contribution;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.SourceTree;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.ValueSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What is experimented on, and by what. */
public enum CrashJobs {
    /** Real processes of 20 to 100 ms on this machine: a setting that wins. */
    PROCESSES {
        @Override
        List<JobSpec> specs(Path folder) {
            return List.of(sorter(REPORTED, "20"), bare());
        }

        @Override
        Scheduler scheduler(Path folder) {
            return LocalTrials.oneAtATime(folder.resolve("local"), folder.resolve("slots"));
        }

        @Override
        Path trial(Path folder, String key) {
            return folder.resolve("local").resolve("trials").resolve(key);
        }

        @Override
        SubmissionLog started(Path folder) {
            return () -> arms(folder.resolve("started"));
        }
    },
    /** A scheduler that lives in files: settings that win and lose, and a patch that is built. */
    FILES {
        @Override
        List<JobSpec> specs(Path folder) {
            return List.of(sorter(MetricSpec.ACCELERATOR_SECONDS, "60", "150"), patched(folder), bare());
        }

        @Override
        Scheduler scheduler(Path folder) {
            return new FileScheduler(folder.resolve("scheduler"));
        }

        @Override
        Path trial(Path folder, String key) {
            return folder.resolve("scheduler").resolve("runs").resolve(key);
        }

        @Override
        SubmissionLog started(Path folder) {
            return new FileScheduler(folder.resolve("scheduler"));
        }
    };

    /** The cost falls by 27 % where the share falls to 20: by less than the wall time, also where a busy machine adds half a second to each arm. */
    private static final String COMMAND =
            "echo \"$AMDAHL_RUN_DIR\" >> \"${AMDAHL_RUN_DIR%%/local/trials/*}/started\"; sleep 0.$(printf %03d $SHARE);"
                    + " if [ -n \"$AMDAHL_TRACE\" ]; then echo 0.05 > \"$AMDAHL_TRACE\"; sleep 1; fi;"
                    + " echo cost $(( (1000 + AMDAHL_SEED % 37) * (200 + SHARE) / 300 ))";
    /** What real processes are compared by: the same on a busy machine as on an idle one. */
    private static final MetricSpec REPORTED =
            new MetricSpec("cost", Optional.of(new ValueSource.Stdout("cost ([0-9]+)")), true);

    private static final String DIFF = "--- a/share\n+++ b/share\n@@ -1 +1 @@\n-100\n+60\n";

    /** The jobs of a world in that folder. */
    abstract List<JobSpec> specs(Path folder);

    /** Its scheduler, as it was left. */
    abstract Scheduler scheduler(Path folder);

    /** Where its scheduler keeps a trial. */
    abstract Path trial(Path folder, String key);

    /** What was really started. */
    abstract SubmissionLog started(Path folder);

    private static JobSpec sorter(MetricSpec metric, String... shares) {
        Lever lever = new Lever(
                "share",
                new LeverSetting.Environment("SHARE"),
                "100",
                List.of(shares),
                List.of(Bottleneck.INPUT_STARVATION),
                Optional.empty());
        return JobSpec.builder("sorter", List.of("sh", "-c", COMMAND))
                .environment(Map.of("SHARE", "100"))
                .metric(metric)
                .runsPerWeek(700)
                .levers(List.of(lever))
                .build();
    }

    /** No lever for what it loses its time to, so that ideas are searched. */
    private static JobSpec bare() {
        return JobSpec.builder("bare", List.of("sh", "-c", COMMAND))
                .environment(Map.of("SHARE", "100"))
                .build();
    }

    private static JobSpec patched(Path folder) {
        Path repository = folder.resolve("repository");
        return JobSpec.builder("patched", List.of("cat", "share"))
                .directory(repository)
                .source(new SourceTree(repository, "HEAD", "0", List.of("true"), List.of("share")))
                .runsPerWeek(700)
                .contributions(List.of(new Contribution(
                        "take less",
                        new PatchChange(DIFF, List.of("share")),
                        List.of(Bottleneck.INPUT_STARVATION),
                        OptionalDouble.of(.4),
                        Optional.empty())))
                .build();
    }

    /** Each command notes its folder, {@code .../trials/KEY/ARM/...}: how often the busiest arm of each key was started. */
    private static Map<String, Integer> arms(Path log) {
        Map<String, Integer> byArm = new HashMap<>();
        try {
            List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
            lines.forEach(line -> byArm.merge(line, 1, Integer::sum));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, Integer> byKey = new HashMap<>();
        byArm.forEach((folder, times) -> {
            String after = folder.substring(folder.indexOf("/trials/") + "/trials/".length());
            byKey.merge(after.substring(0, after.indexOf('/')), times, Math::max);
        });
        return byKey;
    }
}
