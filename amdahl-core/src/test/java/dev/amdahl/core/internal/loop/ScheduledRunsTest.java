package dev.amdahl.core.internal.loop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.testing.ScriptedScheduler;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.ArmPlan;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Assignment;
import dev.amdahl.spi.experiment.RunFiles;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.ScheduledRuns;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.job.Accelerators;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many runs ask at once, from Java and from shells that are killed; each half of a pair goes to one run, and each run keeps what it got. */
final class ScheduledRunsTest {
    private static final String FAMILY = "nightly";

    @TempDir
    Path folder;

    private static ArmPlan plain(String name) {
        return ArmPlan.of(name, List.of("python3", "it's.py", "$HOME"), Duration.ofMinutes(5), 1000);
    }

    private static ArmPlan arm(String name, String variable, String value) {
        return plain(name).with(variable, value);
    }

    private FieldScheduler scheduler() {
        return new FieldScheduler(
                new ScriptedScheduler(1, arm -> ArmResult.notRun(arm.name())),
                folder,
                Clock.systemUTC(),
                family -> Duration.ofDays(1));
    }

    private static FieldRequest pair(String key) {
        return new FieldRequest(
                key,
                FAMILY,
                new Accelerators("cpu", 1),
                List.of(arm("a", "X", "o'ne\n two"), arm("b", "Y", "2")),
                0,
                Set.of("X", "Y"));
    }

    private String bySh(String run) throws Exception {
        return sh(run, Optional.empty());
    }

    private String sh(String run, Optional<Integer> killedAfterMicros) throws Exception {
        Process asking = new ProcessBuilder(
                        "sh", folder.resolve(FAMILY).resolve("assign").toString(), run)
                .start();
        if (killedAfterMicros.isPresent()) {
            TimeUnit.MICROSECONDS.sleep(killedAfterMicros.get());
            asking.destroyForcibly().waitFor();
            return "";
        }
        String said = new String(asking.getInputStream().readAllBytes(), UTF_8);
        int exit = asking.waitFor();
        assertThat(exit).isZero();
        return said;
    }

    @Test
    void shellAndJavaSayTheSame() throws Exception {
        Requires.program("sh");
        FieldScheduler scheduler = scheduler();
        scheduler.prepare(FAMILY, arm("", "Z", "usual"));
        WorkerRunId pair = scheduler.submit(pair("pair1"));

        String first = bySh("r1");
        assertThat(first).isEqualTo(bySh("r1"));
        Assignment same = new ScheduledRuns(folder).assign(FAMILY, "r1");
        assertThat(same.shell()).isEqualTo(first);
        assertThat(same.arm()).isEqualTo("a");
        assertThat(new ScheduledRuns(folder).assign(FAMILY, "r2").arm()).isEqualTo("b");
        assertThat(bySh("r3"))
                .isEqualTo(new ScheduledRuns(folder).assign(FAMILY, "r4").shell());

        Process shown = new ProcessBuilder(
                        "sh",
                        "-c",
                        "Y=host; eval \"$(sh '" + folder.resolve(FAMILY).resolve("assign")
                                + "' r1)\"; printf '%s|%s|%s|%s' \"$X\" \"${Y-unset}\" \"$AMDAHL_TIME_LIMIT\" \"$AMDAHL_COMMAND\"")
                .start();
        assertThat(new String(shown.getInputStream().readAllBytes(), UTF_8))
                .isEqualTo("o'ne\n two|unset|300|'python3' 'it'\\''s.py' '$HOME'");
        assertThat(scheduler.poll(Set.of(pair))).containsEntry(pair, RunStatus.RUNNING);
    }

    @Test
    void badRunIdsStartAsUsual() throws Exception {
        Requires.program("sh");
        FieldScheduler scheduler = scheduler();
        scheduler.prepare(FAMILY, arm("", "Z", "usual"));
        scheduler.submit(pair("pair1"));
        for (String id : List.of("", "..", "../up", "a/b", "-x", "a b", "x".repeat(200))) {
            assertThat(new ScheduledRuns(folder).assign(FAMILY, id)).as(id).isEqualTo(Assignment.usual());
        }
        for (String id : List.of("", "..", "../up", "a/b", "-x", "a b")) {
            assertThat(bySh(id)).as(id).isEmpty();
        }
        assertThat(new ScheduledRuns(folder.resolve("missing")).assign(FAMILY, "r1"))
                .isEqualTo(Assignment.usual());
        assertThat(new ScheduledRuns(folder).assign(FAMILY, "r1").isTrial()).isTrue();
    }

    @Test
    void eachHalfGoesToOneRunThoughRunsAskAtOnceAndAreKilled() throws Exception {
        Requires.program("sh");
        int runs = Requires.fullSize() ? 1_000 : 200;
        FieldScheduler scheduler = scheduler();
        scheduler.prepare(FAMILY, arm("", "Z", "usual"));
        int pairs = runs / 4;
        ExecutorService hosts = Executors.newFixedThreadPool(4);
        Map<String, String> answers = new TreeMap<>();
        try {
            Future<?> loop = hosts.submit((Callable<Void>) () -> {
                for (int i = 0; i < pairs; i++) {
                    scheduler.submit(pair("pair" + i));
                    scheduler.submit(pair("pair" + i));
                }
                return null;
            });
            List<Future<Map.Entry<String, String>>> asked = new ArrayList<>();
            for (int i = 0; i < runs; i++) {
                String id = "run" + i;
                SplittableRandom random = new SplittableRandom(i);
                asked.add(hosts.submit(() -> {
                    if (random.nextInt(3) == 0) {
                        return Map.entry(
                                id, new ScheduledRuns(folder).assign(FAMILY, id).shell());
                    }
                    if (random.nextInt(2) == 0) {
                        sh(id, Optional.of(random.nextInt(6000)));
                    }
                    return Map.entry(id, bySh(id));
                }));
            }
            for (Future<Map.Entry<String, String>> each : asked) {
                answers.put(each.get().getKey(), each.get().getValue());
            }
            loop.get();
        } finally {
            hosts.shutdownNow();
        }
        for (int i = 0; i < 2 * pairs; i++) {
            String id = "late" + i;
            answers.put(id, new ScheduledRuns(folder).assign(FAMILY, id).shell());
        }
        Map<String, List<String>> halves = new HashMap<>();
        for (String id : answers.keySet()) {
            Assignment kept = new ScheduledRuns(folder).assign(FAMILY, id);
            assertThat(kept.shell()).as(id + " keeps what it got").isEqualTo(answers.get(id));
            if (kept.isTrial()) {
                halves.computeIfAbsent(kept.key(), key -> new ArrayList<>()).add(kept.arm());
            }
        }
        assertThat(halves).hasSize(pairs);
        assertThat(halves.values()).allSatisfy(arms -> assertThat(arms).containsExactlyInAnyOrder("a", "b"));
        try (Stream<Path> left = Files.list(folder.resolve(FAMILY).resolve(ScheduledRuns.SLOTS))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void whatJobsWriteIntoTheFolderStopsNoOtherRun() throws Exception {
        FieldScheduler scheduler = scheduler();
        scheduler.prepare(FAMILY, plain(""));
        WorkerRunId spoilt = scheduler.submit(pair("pair1"));
        ScheduledRuns runs = new ScheduledRuns(folder);
        runs.assign(FAMILY, "bad");
        WorkerRunId sound = scheduler.submit(pair("pair2"));
        Path taken = folder.resolve(FAMILY).resolve(ScheduledRuns.RUNS);
        Files.writeString(taken.resolve("bad").resolve(RunFiles.OUTCOME), "seconds=soon");
        Files.createDirectories(taken.resolve("fake"));
        Files.writeString(taken.resolve("fake").resolve(RunFiles.ASSIGNMENT), "key=pair2\narm=a\nword.x=1\n");
        Files.createDirectories(taken.resolve("huge"));
        Files.write(taken.resolve("huge").resolve(RunFiles.ASSIGNMENT), new byte[2 << 20]);

        assertThat(scheduler.poll(Set.of(spoilt, sound)))
                .containsEntry(spoilt, RunStatus.INFRA_FAILED)
                .containsEntry(sound, RunStatus.QUEUED);
        assertThat(scheduler.reason(spoilt).orElseThrow()).contains("what is said of run bad is malformed");
        assertThat(scheduler.find("pair2")).contains(sound);
        assertThat(runs.assign(FAMILY, "next").key())
                .as("no second half of a spoilt pair")
                .isEqualTo("pair2");
        Files.move(folder.resolve(FAMILY), folder.resolve("gone"));
        assertThat(scheduler.poll(Set.of(sound))).containsEntry(sound, RunStatus.UNKNOWN);
    }

    @Test
    void secondsAreThoseOfTheUptime() throws Exception {
        Requires.program("sh");
        scheduler().prepare(FAMILY, plain(""));
        scheduler().submit(pair("pair1"));
        bySh("timed");
        TimeUnit.MILLISECONDS.sleep(300);
        ScheduledRuns runs = new ScheduledRuns(folder);
        assertThat(runs.outcome("timed", ArmResult.notRun("").exited(OptionalInt.of(0))))
                .isEmpty();

        new ScheduledRuns(folder, Clock.systemUTC(), folder.resolve("other")).assign(FAMILY, "elsewhere");
        assertThat(runs.outcome("elsewhere", ArmResult.notRun("").exited(OptionalInt.of(0))))
                .hasValueSatisfying(why -> assertThat(why).contains("started on another machine"));
        WorkerRunId pair = scheduler().find("pair1").orElseThrow();
        assertThat(scheduler().poll(Set.of(pair))).containsEntry(pair, RunStatus.DONE);
        List<ArmResult> arms = scheduler().collect(pair).arms();
        assertThat(arms.get(0).wallSeconds().orElseThrow()).isBetween(.28, 30.0);
        assertThat(arms.get(1).wallSeconds()).isEmpty();
        assertThat(arms.get(1).notes()).anyMatch(note -> note.startsWith("not timed"));
    }
}
