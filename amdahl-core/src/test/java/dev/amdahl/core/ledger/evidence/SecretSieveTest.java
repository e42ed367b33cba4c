package dev.amdahl.core.ledger.evidence;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.testing.PlantedSecrets;
import dev.amdahl.core.internal.testing.PlantedSecrets.Planted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SecretSieveTest {
    private static final int EACH = 200;
    private static final String TOKEN = "ghp_" + "a1B2".repeat(9);

    @TempDir
    Path folder;

    private final List<Planted> secrets = new PlantedSecrets(20261124).secrets(EACH);
    private final ObjectMapper json = new ObjectMapper();

    /** A trace of one line, in whose names and arguments secrets stand. */
    private byte[] trace() throws IOException {
        ObjectNode trace = json.createObjectNode();
        for (int i = 0; i < EACH; i++) {
            trace.withArray("traceEvents")
                    .addObject()
                    .put("ts", 1_700_000_000.125 + i)
                    .put("name", "void k<" + secrets.get(i).text() + ">(int)")
                    .putObject("args")
                    .put("stack", secrets.get(EACH - 1 - i).text())
                    .put("correlation", 7 * i);
        }
        return json.writeValueAsBytes(trace);
    }

    private byte[] kept(Path file) throws IOException {
        EvidenceStore store = new EvidenceStore(folder.resolve("evidence"));
        return Files.readAllBytes(store.open(store.put(file).digest()));
    }

    @Test
    void aTraceStaysOneWithoutTheSecretsInItsNames() throws IOException {
        String kept = new String(kept(Files.write(folder.resolve("trace.json"), trace())), UTF_8);

        assertThat(json.readTree(kept).path("traceEvents")).hasSize(EACH).allSatisfy(event -> {
            assertThat(event.path("ts").isNumber()).isTrue();
            assertThat(event.path("name").asText()).startsWith("void k<");
        });
        assertThat(secrets.stream()
                        .flatMap(secret -> secret.pieces().stream())
                        .filter(piece -> kept.contains(piece) || kept.contains(piece.replace("\n", "\\n"))))
                .isEmpty();
    }

    @Test
    void whatIsPackedIsUnpackedAndPackedAgain() throws IOException {
        Path file = folder.resolve("job.log.gz");
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(("step 1\nkey " + TOKEN + "\nstep 2 \u00e9\n").getBytes(UTF_8));
        }
        Files.write(folder.resolve("kept"), kept(file));

        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(folder.resolve("kept")))) {
            assertThat(new String(in.readAllBytes(), UTF_8))
                    .matches("step 1\nkey \\[redacted github token [0-9a-f]{6}]\nstep 2 \u00e9\n");
        }
    }

    @Test
    void whatHoldsNoSecretIsKeptByteForByte() throws IOException {
        byte[] bytes =
                ("\u0000\u00ff\u0001 sha256:" + "0123456789abcdef".repeat(4) + "\n\r\n}}\u00e9").getBytes(ISO_8859_1);

        assertThat(kept(Files.write(folder.resolve("counters.bin"), bytes))).isEqualTo(bytes);
    }

    @Test
    void aLineThatDiffersFromACleanOneInLettersIsLookedAt() throws IOException {
        String text = "value 12345 of " + "x".repeat(40) + "\nvalue 12345 of " + TOKEN + "\n" + "value 99999 of "
                + "x".repeat(40) + "\n";

        assertThat(new String(kept(Files.writeString(folder.resolve("log"), text)), UTF_8))
                .doesNotContain(TOKEN)
                .contains("value 99999 of x");
    }

    @Test
    void aBinaryFileWithASecretIsNotKept() throws IOException {
        Path file = Files.write(folder.resolve("run.jfr"), ("FLR\u0000\u0000 " + TOKEN).getBytes(ISO_8859_1));

        assertThatThrownBy(() -> kept(file)).isInstanceOf(IOException.class).hasMessageContaining("not text");
        assertThat(folder.resolve("evidence/sha256")).doesNotExist();
    }
}
