package dev.amdahl.examples.slow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The programs are as they were when their digests were taken, before the proposer that looks for their waste was written. */
final class SlowProgramsTest {
    private static final long SEED = 20_261_128;

    @TempDir
    private Path folder;

    @Test
    void theProgramsAreThoseThatWereFrozen() throws Exception {
        List<String> digests = new ArrayList<>();
        for (SlowProgram program : SlowProgram.all()) {
            for (Map.Entry<String, String> file : new TreeMap<>(program.sources()).entrySet()) {
                byte[] digest = MessageDigest.getInstance("SHA-256")
                        .digest(file.getValue().getBytes(UTF_8));
                digests.add(HexFormat.of().formatHex(digest) + "  " + program.language() + "/" + program.name() + "/"
                        + file.getKey());
            }
        }

        assertThat(digests).containsExactlyElementsOf(Files.readAllLines(SlowProgram.ROOT.resolve("SHA256SUMS")));
        assertThat(SlowProgram.all()).hasSize(30);
    }

    static Stream<SlowProgram> programs() {
        return SlowProgram.all().stream();
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("programs")
    void underOtherNamesAndInAnotherOrderEachPassesItsTests(SlowProgram program) throws Exception {
        SlowProgram other = Reshuffled.of(program, SEED);

        assertThat(other.text().lines().sorted().toList())
                .isNotEqualTo(program.text().lines().sorted().toList());
        assertThat(other.source()).isNotEqualTo(program.source());
        other.commit(folder);
    }
}
