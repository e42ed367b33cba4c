package dev.amdahl.examples.cli.advice;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.examples.cli.Cli;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TriageCommandTest {
    @TempDir
    private Path folder;

    @Test
    void theCauseIsCitedByFileAndLine() throws Exception {
        Path rank = Files.writeString(
                folder.resolve("rank0.log"),
                "step 1 loss 2.3\n[rank0]: Watchdog caught collective operation timeout\n");
        Path host = folder.resolve("dmesg.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(host))) {
            out.write("boot\nNVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus\n"
                    .getBytes(StandardCharsets.UTF_8));
        }

        JsonNode json = Cli.here("triage", "--json", rank.toString(), host.toString(), "--exit-code", "1")
                .json("triage");

        assertThat(json.at("/cause").asText()).isEqualTo("HARDWARE");
        assertThat(json.at("/confidence").asDouble()).isBetween(.9, 1.0);
        assertThat(json.at("/findings/0/place").asText()).isEqualTo(host + ":2");
        assertThat(json.at("/findings/1/cause").asText()).isEqualTo("NETWORK");
        assertThat(Cli.here("triage", rank.toString(), host.toString()).out())
                .startsWith("HARDWARE, confidence 0.9")
                .contains(host + ":2", "drain the host");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "OSError: [Errno 28] No space left on device | free space on that file system | check that file",
                "NVRM: Xid (PCI:0000:0f:00): 94, pid=7, name=python3, Contained: SM (0x1) | start the job again | run its diagnostics",
                "RuntimeError: The NVIDIA driver on your system is too old (found version 11040). | update the driver | same seed",
                "slurmstepd: error: *** JOB 7 ON n1 CANCELLED AT 2026-03-02T04:11:09 DUE TO PREEMPTION *** | nothing is wrong with the job | traceback",
                "huggingface_hub.errors.GatedRepoError: 401 Client Error. | log in | traceback"
            })
    void whatToDoFitsWhatIsWrong(String line, String remedy, String misleading) throws Exception {
        Path log = Files.writeString(folder.resolve("job.log"), line + "\n");

        JsonNode json = Cli.here("triage", "--json", log.toString()).json("triage");

        assertThat(json.at("/remedy").asText()).contains(remedy).doesNotContain(misleading);
    }

    @Test
    void whatNoRuleTellsIsUnknown() throws Exception {
        Path log = Files.writeString(folder.resolve("job.log"), "hello\nbye\n");

        JsonNode json = Cli.here("triage", "--json", log.toString()).json("triage");

        assertThat(json.at("/cause").asText()).isEqualTo("UNKNOWN");
        assertThat(json.at("/confidence").asDouble()).isZero();
        assertThat(Cli.here("triage", log.toString()).out()).contains("no rule fits any of 2 lines");
        assertThat(Cli.here("triage", "--exit-code", "137").out()).startsWith("MEMORY, confidence 0.50");
    }

    @Test
    void wrongInputIsOneLine() {
        Cli.here("triage").failsWith(2, "no FILE is named");
        Cli.here("triage", folder.resolve("none.log").toString()).failsWith(2, "does not exist");
        Cli.here("triage", folder.toString()).failsWith(2, "is a folder");
    }
}
