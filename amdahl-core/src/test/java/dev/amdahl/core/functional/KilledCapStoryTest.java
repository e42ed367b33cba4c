package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.testing.Leftovers;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.trial.PlayedSmi;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A loop that caps power on this machine, beside an {@code nvidia-smi} that is played, killed in the middle and started again. */
@Tag("long")
final class KilledCapStoryTest {
    @TempDir
    private Path folder;

    private PlayedSmi smi;

    @BeforeEach
    void play() throws IOException {
        Requires.processors(2);
        Requires.program("setsid");
        Requires.program("flock");
        smi = new PlayedSmi(folder.resolve("bin"), "GPU-a");
    }

    @AfterEach
    void endWhatRuns() {
        Leftovers.end(folder);
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new java.util.ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("tmp")),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                CappedLoop.class.getName(),
                folder.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder loop = new ProcessBuilder(command).inheritIO();
        loop.environment().put("PATH", smi.path());
        loop.environment().put("CUDA_VISIBLE_DEVICES", "GPU-a");
        return loop.start();
    }

    private void runToTheEnd(String... arguments) throws Exception {
        Process loop = start(arguments);
        assertThat(loop.waitFor(10, TimeUnit.MINUTES)).isTrue();
        assertThat(loop.exitValue()).isZero();
        assertThat(smi.limit("GPU-a")).isEqualTo("700.00");
    }

    private Dossier only() throws IOException {
        return LedgerReader.view(folder.resolve("ledger").toString()).dossiers().get(0);
    }

    @Test
    void aKilledLoopGoesOnToAWinByEnergyAndNoLimitStaysLowered() throws Exception {
        String[] job = {"0.4", "0.1", "400 W"};
        Process first = start(job);
        while (smi.limit("GPU-a").equals("700.00")) {
            assertThat(first.waitFor(10, TimeUnit.MILLISECONDS)).isFalse();
        }
        first.destroyForcibly().waitFor();

        runToTheEnd(job);

        assertThat(only().state()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(only().comparison().orElseThrow().ratio().orElseThrow())
                .as("400 W for .5 s to 600 W for .4 s")
                .isCloseTo(.5 * 400 / (.4 * 600), within(.05));
        assertThat(smi.set()).hasSizeGreaterThan(20).allMatch(set -> set.endsWith(" 400") || set.endsWith(" 700.00"));
    }

    @Test
    void aCapThatCannotBeSetEndsWithoutAVerdictOnIt() throws Exception {
        smi.refuse("Insufficient Permissions");

        runToTheEnd("0.1", "0", "400 W");

        assertThat(only().state()).isEqualTo(HypothesisState.INCONCLUSIVE);
        assertThat(only().comparison()).isEmpty();
        assertThat(only().verdict().orElseThrow().reason())
                .contains("the infrastructure failed 3 times", "this user may not set limits of power");
    }
}
