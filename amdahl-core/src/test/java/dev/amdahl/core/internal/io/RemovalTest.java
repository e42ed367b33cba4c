package dev.amdahl.core.internal.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RemovalTest {
    @TempDir
    private Path folder;

    @Test
    void foldersWithoutRightsAreRemovedAndLinksAreNotFollowed() throws IOException {
        Path kept = Files.writeString(
                Files.createDirectory(folder.resolve("outside")).resolve("kept"), "1");
        Path run = Files.createDirectories(folder.resolve("run"));
        Path deep = Files.createDirectories(run.resolve("closed/deeper"));
        Files.writeString(deep.resolve("file"), "1");
        Files.writeString(Files.createDirectory(run.resolve("listed")).resolve("file"), "1");
        Files.createSymbolicLink(run.resolve("link"), folder.resolve("outside"));
        for (Path closed : new Path[] {deep, deep.getParent()}) {
            Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
        }
        Files.setPosixFilePermissions(run.resolve("listed"), PosixFilePermissions.fromString("r--------"));

        Removal.of(run);
        Removal.of(folder.resolve("never there"));

        assertThat(Files.exists(run, LinkOption.NOFOLLOW_LINKS)).isFalse();
        assertThat(kept).hasContent("1");
    }

    @Test
    void onlyFoldersAreNothing() throws IOException {
        Path run = Files.createDirectories(folder.resolve("run/a/b"));
        assertThat(Removal.leavesNothing(folder)).isTrue();

        Files.createSymbolicLink(run.resolve("link"), folder);
        assertThat(Removal.leavesNothing(folder)).isFalse();
    }
}
