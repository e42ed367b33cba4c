package dev.amdahl.core.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.ledger.store.TestPostgres;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two processes of eight threads each offer the same changes to one ledger. What counts is the scheduler's own log, which starts a key
 * once more each time it is submitted: every change is there once.
 */
@Tag("harness")
final class TwoProcessesTest {
    private static final int IN_A_FILE = Requires.fullSize() ? 500 : 150;

    /** Each costs a server several questions. */
    private static final int ON_A_SERVER = Requires.fullSize() ? 250 : 150;

    private static final long MAX_SECONDS = 600;

    @TempDir
    private Path folder;

    @Test
    void fileThatOneProcessHoldsAtATimeSubmitsEachChangeOnce() throws IOException, InterruptedException {
        submitFromTwoProcesses(folder.resolve("memory").toString(), IN_A_FILE);
    }

    @Test
    void serverThatBothProcessesUseSubmitsEachChangeOnce() throws IOException, InterruptedException {
        submitFromTwoProcesses(TestPostgres.server().url(TestPostgres.schema(), folder), ON_A_SERVER);
    }

    private void submitFromTwoProcesses(String url, int offers) throws IOException, InterruptedException {
        long seed = Long.getLong("amdahl.seed", 20260301L);
        System.out.println("seed " + seed + ", " + offers + " changes");
        Process other = start(url, seed + 1, offers);
        try {
            OfferingProcess here = new OfferingProcess(url, folder, "here", "there", seed, offers);
            here.run();
            assertThat(other.waitFor(MAX_SECONDS, TimeUnit.SECONDS)).as("ends").isTrue();
            System.out.println(here.told());
        } finally {
            other.destroyForcibly();
        }
        String log = Files.readString(folder.resolve("there.log"));
        System.out.print(log);
        assertThat(other.exitValue()).as(log).isZero();
        requireEachOnce(url, offers);
    }

    private void requireEachOnce(String url, int offers) throws IOException {
        List<String> started = new StartLog(folder).keys();
        List<String> expected =
                OfferingProcess.changes(offers).map(OfferingProcess::key).toList();
        assertThat(started).hasSize(offers).doesNotHaveDuplicates();
        assertThat(started).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(new StartLog(folder).starters()).containsExactlyInAnyOrder("here", "there");
        assertThat(Ledger.verify(url).problems()).isEmpty();
    }

    private Process start(String url, long seed, int offers) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xshare:auto",
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        OfferingProcess.class.getName(),
                        url,
                        folder.toString(),
                        "there",
                        "here",
                        Long.toString(seed),
                        Integer.toString(offers))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("there.log").toFile())
                .start();
    }
}
