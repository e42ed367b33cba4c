package dev.amdahl.gpu.internal.jcuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFolderTest {
    @TempDir
    private Path top;

    @Test
    void onlyTheOwnerMayLookIn() throws IOException {
        PrivateFolder folder = PrivateFolder.at(top.resolve("a/b"));
        assertThat(Files.getPosixFilePermissions(folder.path()))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(PrivateFolder.at(folder.path()).path()).isEqualTo(folder.path());
    }

    @Test
    void aFolderOpenToOthersOrALinkIsRefused() throws IOException {
        Path open = Files.createDirectory(top.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path link = Files.createSymbolicLink(
                top.resolve("link"), PrivateFolder.at(top.resolve("good")).path());

        assertThatIOException().isThrownBy(() -> PrivateFolder.at(open)).withMessageContaining("open");
        assertThatIOException().isThrownBy(() -> PrivateFolder.at(link)).withMessageContaining("link");
    }

    @Test
    void filesAreReplacedWhenTheyDifferAndNoPartsStay() throws IOException {
        PrivateFolder folder = PrivateFolder.at(top.resolve("f"));
        folder.put("x.so", new byte[] {1, 2});
        Files.write(folder.path().resolve("x.so"), new byte[] {1, 9});
        folder.put("x.so", new byte[] {1, 2});
        folder.put("x.so", new byte[] {1, 2});

        assertThat(Files.readAllBytes(folder.path().resolve("x.so"))).containsExactly(1, 2);
        try (Stream<Path> files = Files.list(folder.path())) {
            assertThat(files).hasSize(1);
        }
    }
}
