package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.testing.PrivateSlurm;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The loop with jobs on one and on two nodes of a real Slurm of three, while controller, daemons and loop are killed in turn: no trial runs
 * twice, no result is lost, wins are found and placebos are none. {@code -Damdahl.trials=300 -Damdahl.kills=40} is the long form.
 */
@Tag("soak")
@Tag("long")
final class SlurmSoakTest {
    private static final int TRIALS = Integer.getInteger("amdahl.trials", 20);
    private static final int KILLS = Integer.getInteger("amdahl.kills", 3);
    private static final int TRIALS_OF_A_JOB = 40;
    private static final int MAX_SECONDS = 60 + 15 * TRIALS + 30 * KILLS;
    private static final Set<HypothesisState> WINS = Set.of(HypothesisState.SURVIVED, HypothesisState.IN_REVIEW);

    @TempDir
    Path folder;

    private final Random random = new Random(Long.getLong("amdahl.seed", 7));
    private final List<String> killed = new ArrayList<>();
    private int jobs = Math.max(1, TRIALS / TRIALS_OF_A_JOB);

    private Process loop(PrivateSlurm cluster) throws IOException {
        List<String> command = new ArrayList<>(Cli.java());
        command.addAll(List.of(
                "loop",
                "--until-idle",
                "--jobs",
                jobsFile().toString(),
                "--ledger",
                ledger(),
                "--scheduler",
                "slurm",
                "--trial-root",
                folder.resolve("shared").toString()));
        Map<String, String> settings = new TreeMap<>(Map.of(
                "conf", cluster.configuration().toString(),
                "slots", "3",
                "command-timeout", "3s",
                "poll-interval", "1s",
                "result-grace", "20s",
                "avoid-patience", "2s"));
        settings.forEach((name, value) -> command.addAll(List.of("--scheduler-setting", name + "=" + value)));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("loop.log").toFile()))
                .start();
    }

    private String ledger() {
        return folder.resolve("ledger").toString();
    }

    /** Every second one runs on two nodes. Each start of an arm leaves a line beside its working directory. */
    private Path jobsFile() throws IOException {
        StringBuilder yaml = new StringBuilder("policy: {calibration: 0%, pairs: 40}\njobs:\n");
        for (int i = 1; i <= jobs; i++) {
            yaml.append("""
                      - family: soak-%1$d
                        command: [sh, -c, '[ "${AMDAHL_NODE:-0}" != 0 ] || echo ran >>"$AMDAHL_RUN_DIR/../ran"; sleep "$PAUSE"']
                        environment: {PAUSE: "0.4", WORDS: "many"}
                        accelerators: {type: none, count: %2$d, nodes: %2$d}
                        time_limit: 20s
                        deadline: 5m
                        levers:
                          - {name: pause, environment: PAUSE, values: ["0.15"], addresses: [HOST_SERIAL]}
                          - {name: words, environment: WORDS, values: ["few"], addresses: [HOST_SERIAL]}
                    """.formatted(i, 1 + (i - 1) % 2).indent(2));
        }
        return Files.writeString(folder.resolve("jobs.yaml"), yaml);
    }

    private List<Path> trials() throws IOException {
        Path trials = folder.resolve("shared/trials");
        if (!Files.isDirectory(trials)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(trials)) {
            return all.filter(path -> !path.getFileName().toString().startsWith("."))
                    .toList();
        }
    }

    @Test
    void nothingIsLostOrRunTwiceAndTheWinsAreFound() throws Exception {
        Requires.program("sbatch");
        Requires.program("munge");
        long start = System.nanoTime();
        try (PrivateSlurm cluster = PrivateSlurm.start(3).orElseThrow()) {
            Process loop = loop(cluster);
            try {
                while (true) {
                    assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start))
                            .as("after %d trials and %s", trials().size(), killed)
                            .isLessThan(MAX_SECONDS);
                    if (killed.size() < KILLS && trials().size() > (killed.size() + 1) * TRIALS / (KILLS + 1)) {
                        Thread.sleep(random.nextInt(1_500));
                        kill(cluster, loop);
                    }
                    if (!loop.isAlive()) {
                        boolean isIdle = loop.exitValue() == 0;
                        if (isIdle && killed.size() >= KILLS && trials().size() >= TRIALS) {
                            break;
                        }
                        jobs += isIdle ? 1 : 0;
                        loop = loop(cluster);
                    }
                    Thread.sleep(50);
                }
            } finally {
                loop.destroyForcibly();
            }
            judge(cluster, (System.nanoTime() - start) / 1e9);
        }
    }

    private void kill(PrivateSlurm cluster, Process loop) throws Exception {
        switch (killed.size() % 3) {
            case 0 -> {
                killed.add("loop");
                loop.destroyForcibly().waitFor();
            }
            case 1 -> restart(cluster, PrivateSlurm.Daemon.SLURMCTLD);
            default -> restart(cluster, PrivateSlurm.Daemon.SLURMD);
        }
    }

    private void restart(PrivateSlurm cluster, PrivateSlurm.Daemon daemon) throws InterruptedException {
        killed.add(daemon.name());
        cluster.kill(daemon);
        Thread.sleep(random.nextInt(3_000));
        cluster.start(daemon);
    }

    private void judge(PrivateSlurm cluster, double seconds) throws IOException {
        LedgerView view = LedgerReader.view(ledger());
        Map<RunState, Long> states =
                view.runs().stream().collect(Collectors.groupingBy(Run::state, TreeMap::new, Collectors.counting()));
        Map<String, HypothesisState> wins = states(view, "pause");
        System.out.printf(
                "%d trials, %d kills, %.0f s; runs %s; wins %s; placebos %s%n",
                trials().size(), killed.size(), seconds, states, wins, states(view, "words"));
        assertThat(states.keySet())
                .as("every run has an end, and none was given up")
                .isSubsetOf(Set.of(RunState.COLLECTED, RunState.INFRA_FAILED, RunState.CANCELLED));
        for (Path trial : trials()) {
            String key = trial.getFileName().toString();
            try (Stream<Path> arms = Files.list(trial)) {
                for (Path ran : arms.map(arm -> arm.resolve("ran"))
                        .filter(Files::exists)
                        .toList()) {
                    assertThat(Files.readAllLines(ran)).as("%s ran once", ran).hasSize(1);
                }
            }
            assertThat(view.run(key).map(Run::state)).as(key).isPresent();
            if (isComplete(trial)) {
                assertThat(view.run(key).map(Run::state)).as("result of " + key).contains(RunState.COLLECTED);
            }
        }
        assertThat(cluster.call("squeue", "--noheader", "--states=all", "--Format=Name:|,State:|")
                        .lines()
                        .filter(line -> line.contains("COMPLETED")))
                .doesNotHaveDuplicates();
        assertThat(wins.values().stream().filter(WINS::contains).count())
                .as("wins of %s", wins)
                .isGreaterThanOrEqualTo(Math.max(1, Math.round(.8 * (jobs - 1))));
        assertThat(states(view, "words").values()).doesNotContainAnyElementsOf(WINS);
    }

    /** Whether a trial has the result of both its arms. */
    private static boolean isComplete(Path trial) throws IOException {
        Path record = trial.resolve("result.properties");
        Optional<String> text = Files.exists(record) ? Optional.of(Files.readString(record)) : Optional.empty();
        return text.filter(lines -> lines.contains("complete=true") && !lines.contains("\nfailed="))
                        .isPresent()
                && !Files.exists(trial.resolve("failed"));
    }

    /** How what was tried by a lever ended, by job; of several the last. */
    private static Map<String, HypothesisState> states(LedgerView view, String lever) {
        Map<String, HypothesisState> states = new TreeMap<>();
        for (Dossier dossier : view.dossiers()) {
            if (dossier.hypothesis().title().startsWith(lever)) {
                states.put(dossier.hypothesis().family(), dossier.state());
            }
        }
        return states;
    }
}
