package dev.amdahl.core.internal.ledger.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines shorter and longer than a block, across its edges and without an end. */
final class TailReaderTest {
    @TempDir
    Path folder;

    @Test
    void linesComeBackwardsWholeWhereverBlocksEnd() throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        for (int longest : new int[] {1, 40, 9_000, 200_000}) {
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                lines.add("ü".repeat(random.nextInt(longest)) + i);
            }
            for (String torn : List.of("", "torn")) {
                Path file = folder.resolve("lines");
                Files.writeString(file, String.join("\n", lines) + "\n" + torn);

                List<String> read = backwards(file, Files.size(file) - torn.getBytes(UTF_8).length);

                assertThat(read).hasSize(60);
                for (int i = 0; i < lines.size(); i++) {
                    assertThat(read.get(lines.size() - 1 - i)).isEqualTo(lines.get(i));
                }
            }
        }
    }

    @Test
    void aFileWithoutAWholeLineHasNone() throws IOException {
        Path file = folder.resolve("lines");
        for (String text : List.of("", "torn")) {
            Files.writeString(file, text);
            assertThat(backwards(file, 0)).isEmpty();
        }
    }

    private static List<String> backwards(Path file, long end) throws IOException {
        List<String> read = new ArrayList<>();
        try (FileChannel channel = FileChannel.open(file)) {
            TailReader tail = new TailReader(channel);
            Optional<String> line = tail.lastLine();
            assertThat(tail.end()).isEqualTo(end);
            while (line.isPresent()) {
                read.add(line.get());
                line = tail.lineBefore();
            }
        }
        return read;
    }
}
