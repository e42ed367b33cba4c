package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.testing.Leftovers;
import dev.amdahl.spi.contract.Requires;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The loop as a user runs it, on a disk that fails once, and on one that is really full. */
@Tag("harness")
@Tag("soak")
final class BadDiskTest {
    /** Holds the file system whose writes fail as told. */
    private static final Path CORE_TESTS =
            Path.of("../amdahl-core/target/test-classes").toAbsolutePath().normalize();

    private static final String JOBS = """
            jobs:
              - family: quick
                command: [sh, -c, "true"]
                environment: {X: "0"}
                levers: [{name: x, environment: X, values: ["1"], addresses: [HOST_SERIAL]}]
            """;

    /** Ends with 0 once every step was as expected, and prints what it saw. */
    private static final String ON_A_FULL_DISK = """
            set -u
            mount -t tmpfs -o size=96m tmpfs "$DISK" || exit 9
            "$@" loop --jobs "$JOBS" --ledger "$DISK/ledger" > "$DISK/out" 2> "$OUT/first" &
            loop=$!
            while kill -0 $loop 2>/dev/null && ! grep -q '"seq":4,' "$DISK/ledger.events.jsonl" 2>/dev/null; do sleep 0.05; done
            cat /dev/zero > "$DISK/filler" 2>/dev/null
            wait $loop; full=$?
            truncate -s -300K "$DISK/filler"
            "$@" ab --baseline true --variant true --pairs 12 --ledger "$DISK/other" > /dev/null 2> "$OUT/opened"; echo "opened $?"
            echo "full $full"
            cp "$DISK/ledger.events.jsonl" "$OUT/before"
            rm "$DISK/filler"
            "$@" loop --jobs "$JOBS" --ledger "$DISK/ledger" --cycles 2 > "$DISK/out" 2> "$OUT/second"; echo "room $?"
            cp "$DISK/ledger.events.jsonl" "$OUT/after"
            "$@" ledger verify --ledger "$DISK/ledger" > "$OUT/verified" 2>&1; echo "verify $?"
            """;

    @TempDir
    private Path folder;

    @AfterEach
    void endWhatRuns() {
        Leftovers.end(folder);
    }

    private Path jobs = Path.of("");

    @BeforeEach
    void writeJobs() throws IOException {
        Requires.processors(2);
        Requires.program("setsid");
        jobs = Files.writeString(folder.resolve("jobs.yaml"), JOBS);
    }

    /** Counted from the first change after the ledger was opened, which takes more of them on a busy machine. */
    @Test
    void aWriteThatFailsOnceInACommitIsFoundOutAndTheCycleGoesOn() throws Exception {
        for (int failing : Requires.fullSize() ? new int[] {2, 6, 11} : new int[] {6}) {
            Path disk = Files.createDirectory(folder.resolve("disk-" + failing));
            String ledger = disk.resolve("ledger").toString();
            Cli run = Cli.in(
                    folder,
                    List.of(
                            "-Xbootclasspath/a:" + CORE_TESTS,
                            "-Djava.nio.file.spi.DefaultFileSystemProvider="
                                    + "dev.amdahl.core.testing.disk.WatchedFileSystemProvider",
                            "-Damdahl.disk=ERROR:" + failing + ":" + disk + ":ledger.work/profilers"),
                    "loop",
                    "--jobs",
                    jobs.toString(),
                    "--ledger",
                    ledger,
                    "--cycles",
                    "2");
            assertThat(run.code()).as("change %d: %s", failing, run.err()).isZero();
            Cli verified = Cli.here("ledger", "verify", "--json", "--ledger", ledger);
            assertThat(verified.json("ledger-verify").get("ok").asBoolean())
                    .as(verified.out())
                    .isTrue();
        }
    }

    @Test
    void aFullDiskEndsTheLoopInOneLineAndNothingIsLost() throws Exception {
        Requires.program("mount");
        List<String> command = new ArrayList<>(List.of(
                Requires.program("unshare").toString(),
                "--map-root-user",
                "--mount",
                "sh",
                "-c",
                ON_A_FULL_DISK,
                "sh"));
        command.addAll(Cli.java());
        Path disk = Files.createDirectory(folder.resolve("disk"));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("steps").toFile())
                .redirectInput(new File("/dev/null"));
        builder.environment()
                .putAll(Map.of("DISK", disk.toString(), "JOBS", jobs.toString(), "OUT", folder.toString()));
        Process process = builder.start();
        try {
            assertThat(process.waitFor(240, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        Requires.mounts(process.exitValue() != 9 && process.exitValue() != 1);
        assertThat(folder.resolve("steps")).content().as(errors()).contains("opened 2\nfull 2\nroom 0\nverify 0\n");
        assertThat(Files.readAllLines(folder.resolve("first")).stream()
                        .filter(line -> line.startsWith("amdahl: ") && !line.startsWith("amdahl: waits for "))
                        .toList())
                .singleElement()
                .asString()
                .contains("free some disk space");
        assertThat(folder.resolve("opened"))
                .content()
                .contains("free some disk space, then run it again")
                .doesNotContain("restore a copy");
        assertThat(Files.readString(folder.resolve("after"))).startsWith(Files.readString(folder.resolve("before")));
    }

    private String errors() throws IOException {
        return Files.exists(folder.resolve("first"))
                ? Files.readString(folder.resolve("first"))
                : "nothing was started";
    }
}
