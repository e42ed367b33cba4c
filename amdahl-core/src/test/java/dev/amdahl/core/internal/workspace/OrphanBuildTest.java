package dev.amdahl.core.internal.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OrphanBuildTest {
    @TempDir
    Path workspace;

    @Test
    void aBuildThatOutlivedItsProcessIsEnded() throws Exception {
        Process build = new ProcessBuilder("sleep", "600").start();
        OrphanBuild.note(workspace.resolve("tree"), build.toHandle());

        OrphanBuild.endAll(workspace);

        assertThat(build.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(workspace).isEmptyDirectory();
    }

    @Test
    void anotherProcessThatHasGotItsNumberIsLeftAlone() throws Exception {
        Process other = new ProcessBuilder("sleep", "600").start();
        try {
            Instant longAgo = Instant.parse("2020-01-01T00:00:00Z");
            Files.writeString(workspace.resolve("tree.process"), other.pid() + " " + longAgo);
            Files.writeString(workspace.resolve("odd.process"), "no process");

            OrphanBuild.endAll(workspace);

            assertThat(other.isAlive()).isTrue();
            assertThat(workspace).isEmptyDirectory();
        } finally {
            other.destroyForcibly();
        }
    }
}
