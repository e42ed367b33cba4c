package dev.amdahl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.contract.Requires;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadmeTest {
    @TempDir
    Path folder;

    @Test
    void theEmbeddingExampleCompilesRunsAndPrintsWhatIsSaid() throws Exception {
        Requires.processors(2);
        String readme = Files.readString(root().resolve("README.md"));
        String example = block(readme, "```java\n", 0);
        String printed = block(readme, "```\n", readme.indexOf("It prints:"));
        Path source = Files.writeString(folder.resolve("Embedded.java"), example);
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", classPath, "-d", folder.toString(), source.toString());
        assertThat(compiled).isZero();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        folder + File.pathSeparator + classPath,
                        "Embedded")
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (InputStream output = process.getInputStream()) {
            assertThat(new String(output.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(printed);
        }
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void thePageStaysShort() throws Exception {
        List<String> lines = Files.readAllLines(root().resolve("README.md"));

        assertThat(lines).hasSizeBetween(50, 150);
    }

    private static String block(String readme, String fence, int from) {
        Matcher matcher = Pattern.compile(Pattern.quote(fence) + "(.*?)```", Pattern.DOTALL)
                .matcher(readme.substring(from));
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    /** Tests run in the folder of their module. */
    private static Path root() throws IOException {
        return Path.of("..").toRealPath();
    }
}
