package dev.amdahl.gpu.kernel.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BuildFolderTest {
    @TempDir
    Path temporary;

    /** Makes a folder with something in it, says so, and waits to be killed. */
    static final class Builder {
        private Builder() {}

        public static void main(String[] arguments) throws IOException {
            BuildFolder folder = BuildFolder.in(Path.of(arguments[0]));
            Files.createFile(
                    Files.createDirectory(folder.path().resolve("runner")).resolve("emulator"));
            System.out.println(folder.path());
            System.in.read();
        }
    }

    private List<Path> there() throws IOException {
        try (Stream<Path> all = Files.list(temporary)) {
            return all.sorted().toList();
        }
    }

    @Test
    void whatAKilledProcessLeftGoesAndWhatALivingOneHasStays() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Builder.class.getName(),
                        temporary.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            Path left = Path.of(process.inputReader().readLine());
            try (BuildFolder own = BuildFolder.in(temporary);
                    BuildFolder other = BuildFolder.in(temporary)) {
                assertThat(there()).as("three live").contains(left, own.path(), other.path());
                process.destroyForcibly().waitFor();
                BuildFolder next = BuildFolder.in(temporary);
                assertThat(there()).containsExactlyInAnyOrder(own.path(), other.path(), next.path());
                next.close();
            }
            assertThat(there()).isEmpty();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void whatItDidNotMakeIsLeftAlone() throws IOException {
        Path target = Files.createDirectory(temporary.resolve("elsewhere"));
        Files.createFile(target.resolve("owner"));
        Path link = Files.createSymbolicLink(temporary.resolve("amdahl-emulated-link"), target);
        Path bare = Files.createDirectory(temporary.resolve("amdahl-kernel-bare"));

        BuildFolder.in(temporary).close();

        assertThat(there()).containsExactlyInAnyOrder(target, link, bare);
        assertThat(target.resolve("owner")).exists();
    }
}
