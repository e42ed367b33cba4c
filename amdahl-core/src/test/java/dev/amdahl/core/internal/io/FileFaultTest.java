package dev.amdahl.core.internal.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.event.LedgerUnusableException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FileFaultTest {
    @Test
    void whatTheClassAloneSaysIsSaidInWords() {
        Map<IOException, String> words = Map.of(
                new AccessDeniedException("/a"), "access is denied",
                new FileSystemException("/a", null, "Read-only file system"), "Read-only file system",
                new IOException("Is a directory"), "Is a directory",
                new DirectoryNotEmptyException("/a"), "DirectoryNotEmptyException");
        words.forEach((error, said) -> assertThat(FileFault.words(error)).isEqualTo(said));
    }

    @Test
    void aFileThatMayNotBeReadIsNamedWithoutTheNameOfAClass() {
        assertThat(new LedgerUnusableException(Path.of("/a/keys"), new AccessDeniedException("/a/keys")))
                .hasMessage("/a/keys: cannot be read or written: access is denied; check its permissions and the free"
                        + " space");
    }
}
