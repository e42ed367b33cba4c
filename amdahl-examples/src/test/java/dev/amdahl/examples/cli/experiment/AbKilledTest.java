package dev.amdahl.examples.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.testing.Leftovers;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.examples.cli.run.WorkFolder;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a comparison leaves behind that nobody could ask to end. */
@Tag("harness")
final class AbKilledTest {
    @TempDir
    private Path folder;

    private long killed;

    @BeforeEach
    void needPrograms() {
        Requires.processors(2);
        Requires.program("setsid");
    }

    @AfterEach
    void endWhatRuns() {
        Leftovers.end(folder);
    }

    private String command(int seconds) {
        return "echo $$ >> '" + folder.resolve("pids") + "'; exec sleep " + seconds;
    }

    @Test
    void theNextOneEndsAndRemovesWhatAKilledOneLeft() throws Exception {
        long pid = startAndKill("ab", "--fresh", "--baseline", command(411), "--variant", command(412));

        WorkFolder.removeOrphans();

        assertThat(isRunning(pid)).isFalse();
        assertThat(orphans()).isEmpty();
    }

    @Test
    void aKilledOneEndsBetweenItsArms() throws Exception {
        Path ledger = folder.resolve("ledger");
        startAndKill("ab", "--fresh", "--ledger", ledger.toString(), "--baseline", command(3), "--variant", command(3));

        Path trials = folder.resolve("ledger.work/local/trials");
        Path record = onlyTrial(trials).resolve("result.properties");
        for (int i = 0; i < 6000 && !Files.exists(record); i++) {
            LockSupport.parkNanos(10_000_000);
        }
        assertThat(record).content().contains("failed=the process that wanted it has ended, before arm b");
        assertThat(Files.readAllLines(folder.resolve("pids"))).hasSize(1);
    }

    /** Returns whether it runs; one that has ended and that nobody has waited for does not. */
    private static boolean isRunning(long pid) throws IOException {
        Path stat = Path.of("/proc/" + pid + "/stat");
        return Files.exists(stat) && !Files.readString(stat).contains(") Z ");
    }

    private static Path onlyTrial(Path trials) throws IOException {
        try (Stream<Path> all = Files.list(trials)) {
            List<Path> found = all.toList();
            assertThat(found).hasSize(1);
            return found.get(0);
        }
    }

    /** The process of its first arm; it is killed as soon as that runs. */
    private long startAndKill(String... words) throws Exception {
        List<String> here = List.of("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
        Process ab = Cli.start(folder, folder.resolve("out"), folder.resolve("err"), Map.of(), here, words);
        try {
            Path pids = folder.resolve("pids");
            for (int i = 0; i < 2400 && ab.isAlive() && !(Files.exists(pids) && Files.size(pids) > 0); i++) {
                ab.waitFor(50, TimeUnit.MILLISECONDS);
            }
            assertThat(pids).isNotEmptyFile();
            killed = ab.pid();
            return Long.parseLong(Files.readAllLines(pids).get(0));
        } finally {
            ab.destroyForcibly().waitFor();
        }
    }

    private List<Path> orphans() throws IOException {
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return all.filter(path -> path.getFileName().toString().startsWith("amdahl-"))
                    .filter(path -> owner(path).startsWith(killed + " "))
                    .toList();
        }
    }

    private static String owner(Path folder) {
        try {
            return Files.readString(folder.resolve("owner"));
        } catch (IOException e) {
            return "";
        }
    }
}
