package dev.amdahl.core.internal.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.Redaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RedactedContextTest {
    private static final String SECRET = "API_KEY = 'sk-live-4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c'";
    private static final String SHOWN = Redaction.of(SECRET);

    @TempDir
    Path tree;

    @BeforeEach
    void writeSource() throws IOException {
        Files.writeString(tree.resolve("train.py"), "import os\n" + SECRET + "\nworkers = 0\n");
    }

    private String restored(String diff) throws IOException {
        return RedactedContext.restored(diff, tree, Set.of("train.py"));
    }

    private static String diff(String path, String context) {
        return "diff --git a/" + path + " b/" + path + "\n--- a/" + path + "\n+++ b/" + path
                + "\n@@ -1,3 +1,3 @@\n import os\n" + context + "\n-workers = 0\n+workers = 4\n";
    }

    @Test
    void aLineThatWasShownWithAMarkIsTheFilesOwnAgain() throws IOException {
        assertThat(SHOWN).contains(Redaction.MARK);
        assertThat(restored(diff("train.py", " " + SHOWN))).isEqualTo(diff("train.py", " " + SECRET));
        assertThat(restored(diff("train.py", "-" + SHOWN))).isEqualTo(diff("train.py", "-" + SECRET));
    }

    @Test
    void whatIsAddedOrOfAnotherFileOrTwiceThereIsLeftAsItIs() throws IOException {
        assertThat(restored(diff("train.py", "+" + SHOWN))).isEqualTo(diff("train.py", "+" + SHOWN));
        assertThat(restored(diff("../train.py", " " + SHOWN))).isEqualTo(diff("../train.py", " " + SHOWN));
        Files.writeString(tree.resolve("train.py"), SECRET + "\n" + SECRET + "\n");
        assertThat(restored(diff("train.py", " " + SHOWN))).isEqualTo(diff("train.py", " " + SHOWN));
    }
}
