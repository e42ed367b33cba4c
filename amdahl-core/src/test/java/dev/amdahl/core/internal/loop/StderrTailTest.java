package dev.amdahl.core.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.experiment.ArmResult;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StderrTailTest {
    @TempDir
    private Path folder;

    private String said() {
        return StderrTail.of(ArmResult.failed("a", 127).folder(folder));
    }

    @Test
    void isTheLastLineThatSaysSomethingCutAndWithoutSecrets() throws Exception {
        assertThat(said()).isEmpty();
        assertThat(StderrTail.of(ArmResult.failed("a", 127))).isEmpty();

        Files.writeString(
                folder.resolve("stderr"),
                "warming up\nsh: 1: trainer: \u001b[31mnot found\u001b[0m\u0007\n \namdahl sandbox: out of processes\n");
        assertThat(said()).isEqualTo(": 'sh: 1: trainer: not found'");

        Files.writeString(
                folder.resolve("stderr.tail"),
                "x".repeat(1 << 20) + "\nbad key ghp_" + "a1B2".repeat(9) + " " + "y".repeat(500));
        assertThat(said())
                .startsWith(": 'bad key [redacted github token] yyy")
                .endsWith("y...'")
                .hasSizeLessThan(180);
    }

    @Test
    void aLinkIsNotFollowed() throws Exception {
        Files.writeString(folder.resolve("private"), "not for you");
        Files.createSymbolicLink(folder.resolve("stderr"), folder.resolve("private"));
        assertThat(said()).isEmpty();
    }

    @Test
    void aKeyThatWasPrintedLastIsNotShown() throws Exception {
        String line = "MIIEpAIBAAKCAQEA7bq0c5".repeat(3);
        Files.writeString(
                folder.resolve("stderr"),
                "loading\n-----BEGIN RSA PRIVATE KEY-----\n" + (line + "\n").repeat(80) + line.substring(0, 40));

        assertThat(said()).contains("[redacted private key]").doesNotContain("MIIE", "Q7bq0");
    }
}
