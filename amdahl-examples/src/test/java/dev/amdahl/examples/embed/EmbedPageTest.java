package dev.amdahl.examples.embed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.testing.Leftovers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code docs/embed.md}: the classes that it shows are the files of this package, and with those that it links to they compile by
 * themselves; {@link HostsTest} runs them.
 */
final class EmbedPageTest {
    private static final Pattern CLASS =
            Pattern.compile("\\[`(\\w+)`]\\(\\.\\./([^)]+)\\):\n\n```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern LINK =
            Pattern.compile("\\[`(\\w+)`]\\(\\.\\./(amdahl-examples/src/main/[^)]+/embed/\\w+\\.java)\\)");
    private static final Pattern PACKAGE = Pattern.compile("package .*;\n\n");
    private static final Path ROOT = Path.of("").toAbsolutePath().resolve("..").normalize();

    @TempDir
    Path folder;

    @AfterEach
    void endWhatRuns() {
        Leftovers.end(folder);
    }

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("docs/embed.md"));
    }

    /** The text of a file without its package. */
    private static String source(String file) throws IOException {
        return PACKAGE.matcher(Files.readString(ROOT.resolve(file))).replaceFirst("");
    }

    /** Name and text of each class that the page shows. */
    private static Map<String, String> shown() throws IOException {
        String page = page();
        Map<String, String> classes = new LinkedHashMap<>();
        Matcher matcher = CLASS.matcher(page);
        while (matcher.find()) {
            classes.put(matcher.group(1), matcher.group(3));
            assertThat(matcher.group(3))
                    .as("docs/embed.md, %s", matcher.group(1))
                    .isEqualTo(source(matcher.group(2)));
        }
        assertThat(page.split("```java", -1))
                .as("each Java block is a class of a file")
                .hasSize(classes.size() + 1);
        return classes;
    }

    /** Name and text of each class that the page links to, those that it shows among them. */
    private static Map<String, String> linked() throws IOException {
        Map<String, String> classes = new LinkedHashMap<>();
        Matcher matcher = LINK.matcher(page());
        while (matcher.find()) {
            classes.put(matcher.group(1), source(matcher.group(2)));
        }
        return classes;
    }

    @Test
    void thePageShowsTheFilesThatAreTestedAndTheyCompileByThemselves() throws Exception {
        Map<String, String> classes = linked();
        assertThat(shown()).containsOnlyKeys("NightlySum", "VerdictLog", "CycleTask", "TimerHost");
        assertThat(classes)
                .hasSizeGreaterThan(8)
                .containsAllEntriesOf(shown())
                .containsKeys("QueueScheduler", "JobQueue", "MeteredHost");
        List<String> arguments = new ArrayList<>(List.of(
                "-proc:none",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "-d",
                folder.resolve("classes").toString()));
        for (Map.Entry<String, String> one : classes.entrySet()) {
            arguments.add(Files.writeString(folder.resolve(one.getKey() + ".java"), one.getValue())
                    .toString());
        }
        String behind = "QueuedJob";
        arguments.add(Files.writeString(
                        folder.resolve(behind + ".java"),
                        source("amdahl-examples/src/main/java/dev/amdahl/examples/embed/" + behind + ".java"))
                .toString());
        ByteArrayOutputStream said = new ByteArrayOutputStream();

        int compiled = ToolProvider.getSystemJavaCompiler().run(null, said, said, arguments.toArray(String[]::new));

        assertThat(compiled).as(said.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(metrics()).contains("amdahl.cycle [tag(outcome=ended)]", "1 run in flight");
    }

    /** Runs the class for metrics, as it was compiled from the file that the page links to. */
    private String metrics() throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.resolve("classes").toUri().toURL()})) {
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            loader.loadClass("MeteredHost").getMethod("main", String[].class).invoke(null, (Object)
                    new String[] {folder.toString()});
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }
}
