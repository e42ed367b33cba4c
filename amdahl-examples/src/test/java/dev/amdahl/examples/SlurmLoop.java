package dev.amdahl.examples;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.amdahl.core.testing.PrivateSlurm;
import dev.amdahl.examples.fleet.FleetFamily;
import dev.amdahl.examples.fleet.FleetJobs;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The loop with two of the quickstart's jobs on a real Slurm of three nodes, whose controller is killed in the middle and comes back; then a job on
 * half its accelerators, and one whose own runs of sbatch take part.
 * A program, not a test: {@code .ci/run slurm} runs it with the command line's jar. The folder of a failed run is kept.
 */
final class SlurmLoop {
    private static final Set<String> FAMILIES = Set.of("forecast-train", "pose-eval");
    private static final Set<String> WINS = Set.of("SURVIVED", "IN_REVIEW");
    private static final Set<String> UNDECIDED =
            Set.of("PROPOSED", "BUILDING", "TESTING", "CONFIRMING", "NEEDS_RERUN", "NEEDS_EVIDENCE", "RUN_FAILED");
    private static final String NOT_OFFERED = "NEEDS_LEVER";
    private static final int MAX_SECONDS = 380;
    private static final int TRIALS_BEFORE = 6;
    private static final int SECONDS_DOWN = 4;
    /** Eight that measure the noise, and two pairs of the experiment. */
    private static final int SCHEDULED_RUNS = 12;

    private SlurmLoop() {}

    public static void main(String[] arguments) throws Exception {
        String jar = Path.of(arguments[0]).toAbsolutePath().toString();
        Path folder = Files.createTempDirectory("amdahl-slurm-loop-");
        long start = System.nanoTime();
        try (PrivateSlurm cluster = PrivateSlurm.start(3)
                .orElseThrow(() -> new IllegalStateException("slurm-wlm and munge are not installed"))) {
            System.out.println(cluster.call("sinfo", "--version").strip() + ", " + folder);
            Process loop = loop(jar, folder, cluster);
            Runtime.getRuntime().addShutdownHook(new Thread(loop::destroyForcibly));
            awaitTrials(loop, folder.resolve("shared/trials"));
            cluster.kill(PrivateSlurm.Daemon.SLURMCTLD);
            System.out.println("slurmctld killed with a job in the cluster");
            require(!loop.waitFor(SECONDS_DOWN, TimeUnit.SECONDS), "the loop ended while slurmctld was down");
            cluster.start(PrivateSlurm.Daemon.SLURMCTLD);
            System.out.println("slurmctld is back:\n"
                    + cluster.call("squeue", "--states=all").lines().limit(5).toList());
            require(loop.waitFor(MAX_SECONDS, TimeUnit.SECONDS), "the loop does not end");
            require(loop.exitValue() == 0, "the loop ended with " + loop.exitValue());
            judge(new JsonMapper().readTree(folder.resolve("answer.json").toFile()));
            Process verify = command(
                            jar,
                            "ledger",
                            "verify",
                            "--ledger",
                            folder.resolve("ledger").toString())
                    .inheritIO()
                    .start();
            require(verify.waitFor() == 0, "the ledger is damaged");
            halfTheAccelerators(jar, folder, cluster);
            scheduledRuns(jar, folder, cluster);
        }
        delete(folder);
        System.out.printf("%.0f s%n", (System.nanoTime() - start) / 1e9);
        System.exit(0);
    }

    /**
     * A job that takes no longer on one node than on two, with half the accelerators: each arm of a pair is a submission of its own. A busy
     * moment may spoil it, once.
     */
    private static void halfTheAccelerators(String jar, Path folder, PrivateSlurm cluster) throws Exception {
        if (!isHalfAWin(jar, folder, cluster, "halves")) {
            require(isHalfAWin(jar, folder, cluster, "halves-again"), "half the accelerators is no win");
        }
    }

    private static boolean isHalfAWin(String jar, Path folder, PrivateSlurm cluster, String ledger) throws Exception {
        Path jobs = Files.writeString(folder.resolve("halves.yaml"), """
                policy: {calibration: 0%, pairs: 40}
                jobs:
                  - family: too-many
                    command: [sh, -c, "sleep .5; echo processed 10"]
                    accelerators: {type: soft-accel, count: 4, nodes: 2}
                    deadline: 1m
                    time_limit: 1m
                    work_units: {stdout: "processed ([0-9]+)"}
                    levers:
                      - {name: accelerators, accelerators: [2], addresses: [OVER_ALLOCATION]}
                """);
        JsonNode row =
                run(jar, folder, cluster, jobs, ledger).path("hypotheses").path(0);
        System.out.println("half the accelerators: " + row);
        return WINS.contains(row.path("state").asText());
    }

    /** Runs of sbatch that ask what to start with: pairs of them tell the noise, and the change is tried in them. */
    private static void scheduledRuns(String jar, Path folder, PrivateSlurm cluster) throws Exception {
        Path jobs = Files.writeString(folder.resolve("nightly.yaml"), """
                jobs:
                  - family: nightly
                    command: [sh, -c, 'sleep "$PAUSE"']
                    environment: {PAUSE: "0.2"}
                    field: {twin: none}
                    levers:
                      - {name: pause, environment: PAUSE, values: ["0.1"], addresses: [HOST_SERIAL]}
                """);
        Path ledger = folder.resolve("nightly");
        Path script = Files.writeString(folder.resolve("nightly.sh"), """
                #!/bin/sh
                eval "$(sh %1$s.field/nightly/assign "$SLURM_JOB_ID")"
                eval "${AMDAHL_COMMAND:-sleep 0.2}"
                %2$s -XX:TieredStopAtLevel=1 -jar %3$s outcome --run-id "$SLURM_JOB_ID" --exit $? --ledger %1$s
                """.formatted(
                        ledger, Path.of(System.getProperty("java.home"), "bin", "java"), jar));
        JsonNode last = run(jar, folder, cluster, jobs, "nightly", "--cycles", "1");
        for (int i = 0; i < SCHEDULED_RUNS; i++) {
            String said =
                    cluster.call("sbatch", "--wait", "--output=" + folder.resolve("nightly-%j.out"), script.toString());
            require(said.contains("Submitted"), said);
            last = run(jar, folder, cluster, jobs, "nightly", "--cycles", "1");
        }
        System.out.println("after " + SCHEDULED_RUNS + " runs of sbatch: " + last);
        JsonNode row = last.path("hypotheses").path(0);
        require(row.path("state").asText().equals("TESTING"), "the change is not tried in scheduled runs");
        require(row.path("pairs").asInt() >= 1, "no pair of scheduled runs was compared");
    }

    private static JsonNode run(String jar, Path folder, PrivateSlurm cluster, Path jobs, String ledger, String... more)
            throws Exception {
        Path answer = folder.resolve(ledger + ".json");
        Process loop = onSlurm(jar, folder, cluster, jobs, ledger, answer, more);
        require(loop.waitFor(MAX_SECONDS, TimeUnit.SECONDS), "the loop does not end");
        require(loop.exitValue() == 0, "the loop ended with " + loop.exitValue());
        return new JsonMapper().readTree(answer.toFile());
    }

    private static Process loop(String jar, Path folder, PrivateSlurm cluster) throws Exception {
        return onSlurm(jar, folder, cluster, jobs(folder), "ledger", folder.resolve("answer.json"));
    }

    private static Process onSlurm(
            String jar, Path folder, PrivateSlurm cluster, Path jobs, String ledger, Path answer, String... more)
            throws Exception {
        List<String> words = new ArrayList<>(List.of(
                "loop",
                "--jobs",
                jobs.toString(),
                "--ledger",
                folder.resolve(ledger).toString(),
                "--scheduler",
                "slurm",
                "--trial-root",
                folder.resolve("shared").toString(),
                "--scheduler-setting",
                "conf=" + cluster.configuration(),
                "--scheduler-setting",
                "slots=1",
                "--scheduler-setting",
                "gres.soft-accel=gpu:h200:{count}",
                "--scheduler-setting",
                "command-timeout=3s",
                "--json"));
        words.addAll(List.of(more));
        return command(jar, words.toArray(String[]::new))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(answer.toFile())
                .start();
    }

    private static ProcessBuilder command(String jar, String... words) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-jar",
                jar));
        command.addAll(List.of(words));
        return new ProcessBuilder(command).redirectInput(new File("/dev/null"));
    }

    /** The first change that each job offers, and caps as in the quickstart. */
    private static Path jobs(Path folder) throws Exception {
        List<FleetFamily> families = FleetJobs.planted().stream()
                .filter(family -> FAMILIES.contains(family.name()))
                .map(family -> new FleetFamily(
                        family.name(),
                        family.cause(),
                        family.runsPerWeek(),
                        family.offers().subList(0, 1)))
                .toList();
        Path file = FleetJobs.writeJobsFile(folder, families);
        String text = Files.readString(file);
        Files.writeString(file, "policy: {pairs: 40}\n" + text.substring(0, text.indexOf("  - family: embed-batch")));
        return file;
    }

    private static void awaitTrials(Process loop, Path trials) throws Exception {
        while (count(trials) < TRIALS_BEFORE) {
            require(!loop.waitFor(200, TimeUnit.MILLISECONDS), "the loop ended early");
        }
    }

    private static long count(Path trials) throws Exception {
        if (!Files.isDirectory(trials)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(trials)) {
            return files.filter(path -> !path.getFileName().toString().startsWith("."))
                    .count();
        }
    }

    private static void judge(JsonNode answer) {
        System.out.println(answer.toPrettyString());
        List<String> states = new ArrayList<>();
        answer.path("hypotheses").forEach(row -> states.add(row.path("state").asText()));
        states.removeIf(NOT_OFFERED::equals);
        require(states.size() >= FAMILIES.size(), "fewer hypotheses than jobs: " + states);
        require(states.stream().noneMatch(UNDECIDED::contains), "not all were decided: " + states);
        require(states.stream().anyMatch(WINS::contains), "no win was found: " + states);
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalStateException(problem);
        }
    }

    private static void delete(Path folder) throws Exception {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
