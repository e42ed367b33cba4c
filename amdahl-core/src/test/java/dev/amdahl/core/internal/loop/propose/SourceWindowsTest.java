package dev.amdahl.core.internal.loop.propose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.hypothesis.HotPlace;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.SourceTree;
import dev.amdahl.spi.hypothesis.SourceWindow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SourceWindowsTest {
    private static final String BODY = "MIIEpAIBAAKCAQEA7bq0c5".repeat(3);

    @TempDir
    private Path folder;

    private JobSpec job(String content) throws IOException, InterruptedException {
        Requires.program("git");
        Files.writeString(folder.resolve("table.sh"), content);
        git("init", "-q");
        git("add", "table.sh");
        git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "-m", "c");
        return JobSpec.builder("sums", List.of("sums"))
                .source(new SourceTree(folder, "HEAD", "0", List.of(), List.of("table.sh")))
                .build();
    }

    private void git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        assertThat(new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void aKeyInTheSourceIsNotShownAlsoWhereAWindowBeginsInIt() throws IOException, InterruptedException {
        String key = "-----BEGIN RSA PRIVATE KEY-----\n" + (BODY + "\n").repeat(30) + "-----END RSA PRIVATE KEY-----\n";
        JobSpec job = job("# before\n".repeat(100) + key + "# behind\n".repeat(50));

        List<SourceWindow> hot = SourceWindows.of(job, List.of(new HotPlace("table.sh", 140, "", 2)));
        List<SourceWindow> first = SourceWindows.of(job, List.of());

        assertThat(hot).singleElement().satisfies(window -> {
            assertThat(window.firstLine()).isEqualTo(128);
            assertThat(window.lines()).hasSize(25).contains("# behind").noneMatch(line -> line.contains("MIIE"));
        });
        assertThat(hot.get(0).lines().get(133 - 128))
                .as("each line keeps its number")
                .isEqualTo("# behind");
        assertThat(first)
                .singleElement()
                .satisfies(window -> assertThat(window.lines())
                        .hasSize(120)
                        .contains("[redacted private key]")
                        .noneMatch(line -> line.contains("MIIE")));
    }
}
