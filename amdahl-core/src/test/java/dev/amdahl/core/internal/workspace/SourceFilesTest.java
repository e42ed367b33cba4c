package dev.amdahl.core.internal.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.hypothesis.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SourceFilesTest {
    @TempDir
    Path folder;

    private SourceFiles files() throws IOException {
        Repository repository = Repository.in(folder.resolve("repository"))
                .write("src/a.c", "\n\nint a;\n")
                .write("src/.env", "TOKEN=1\n")
                .write("src/deploy.pem", "-----BEGIN\n")
                .write("src/secrets/b.c", "int b;\n")
                .write("src/data.bin", "\0\1\2")
                .write("src/long.txt", "x".repeat(60_001))
                .write("Makefile", "all:\n");
        Files.createSymbolicLink(repository.folder().resolve("src/link.c"), Path.of("/etc/passwd"));
        repository.commit().write("src/a.c", "changed since\n").write("src/new.c", "int n;\n");
        return new SourceFiles(
                new SourceTree(repository.folder(), "HEAD", "0", List.of(), List.of("src/**", ".env", "Makefile")));
    }

    @Test
    void showsTheRevisionAndNotWhatLiesThereNow() throws IOException {
        SourceFiles files = files();

        assertThat(files.lines("src/a.c")).contains(List.of("", "", "int a;"));
        assertThat(files.lines("src/new.c")).isEmpty();
    }

    @Test
    void leavesOutWhatMayNotBeShown() throws IOException {
        SourceFiles files = files();

        assertThat(files.paths())
                .contains("src/a.c", "src/main.txt", "Makefile")
                .doesNotContain("src/link.c");
        assertThat(files.editable())
                .contains("src/a.c", "Makefile")
                .doesNotContain("build.sh", "src/.env", "src/deploy.pem", "src/secrets/b.c", "src/link.c");
        for (String path : List.of(
                "src/.env",
                "src/deploy.pem",
                "src/secrets/b.c",
                "src/data.bin",
                "src/long.txt",
                "src/link.c",
                "../repository/src/a.c",
                "/etc/passwd",
                "src",
                "--help",
                "none")) {
            assertThat(files.lines(path)).as(path).isEmpty();
        }
    }

    @Test
    void whatIsNoRepositoryShowsNothing() {
        SourceFiles files =
                new SourceFiles(new SourceTree(folder.resolve("none"), "HEAD", "0", List.of(), List.of("**")));

        assertThat(files.paths()).isEmpty();
        assertThat(files.lines("a.c")).isEmpty();
    }
}
