package dev.amdahl.examples.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WorkFolderTest {
    @TempDir
    private Path folder;

    @Test
    void isItsOwnersAloneAlsoWhereAnEarlierVersionMadeIt() throws IOException {
        String ledger = folder.resolve("amdahl").toString();
        Path made;
        try (WorkFolder work = WorkFolder.of(ledger)) {
            made = work.path();
            assertThat(Files.getPosixFilePermissions(made)).hasSize(3);
        }
        assertThat(made).as("nothing came into it").doesNotExist();

        Files.setPosixFilePermissions(Files.createDirectory(made), PosixFilePermissions.fromString("rwxr-xr-x"));
        try (WorkFolder work = WorkFolder.of(ledger)) {
            assertThat(Files.getPosixFilePermissions(work.path())).hasSize(3);
        }
    }
}
