package dev.amdahl.profilers.internal.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.profiler.SourceEdit;
import dev.amdahl.spi.profiler.SourceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JavaEditsTest {
    @TempDir
    private Path folder;

    private List<SourceEdit> edits(String line) throws IOException {
        Files.writeString(
                folder.resolve("Job.java"),
                "import java.io.*;\nimport java.util.*;\nclass Job {\nvoid run() throws Exception {\n" + line
                        + "\n}\n}\n");
        return new JavaSiteFinder().edits(folder, Path.of("Job.java"), SourceLimits.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "InputStream in = new FileInputStream(f);~buffered-input~InputStream in = new java.io.BufferedInputStream(new FileInputStream(f));",
                "Reader in = new FileReader(f);~buffered-input~Reader in = new java.io.BufferedReader(new FileReader(f));",
                "PrintStream p = new PrintStream(new FileOutputStream(f));~buffered-output"
                        + "~PrintStream p = new PrintStream(new java.io.BufferedOutputStream(new FileOutputStream(f)));",
                "List<Integer> x = new LinkedList<>(y);~array-list~List<Integer> x = new java.util.ArrayList<>(y);",
                "Long sum = 0L; for (int i : x) { sum += i; } g(sum);~primitive-sum~long sum = 0L; for (int i : x) { sum += i; } g(sum);",
                "class L { long f() { Long sum = 0L; sum += 1; return sum; } }~primitive-sum~class L { long f() { long sum = 0L; sum += 1; return sum; } }",
                "StringBuffer b = new StringBuffer();~string-builder~StringBuilder b = new StringBuilder();",
            })
    void oneLine(String line, String name, String after) throws IOException {
        assertThat(edits(line)).singleElement().satisfies(edit -> {
            assertThat(edit.name()).isEqualTo(name);
            assertThat(edit.places()).containsExactly("Job.java:5");
            assertThat(edit.diff()
                            .lines()
                            .filter(text -> text.matches("[+-](?![+-]{2} ).*"))
                            .collect(Collectors.joining("|")))
                    .isEqualTo("-" + line + "|+" + after);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FileInputStream in = new FileInputStream(f);",
                "Reader in = new BufferedReader(new FileReader(f));",
                "var in = new FileInputStream(f);",
                "LinkedList<Integer> x = new LinkedList<>();",
                "Deque<Integer> x = new LinkedList<>();",
                "Long sum = null; sum += 1;",
                "Long sum = 0L; sum += 1; if (sum == null) { g(); }",
                "Long sum = 0L; sum += 1; g(sum.hashCode());",
                "Long sum = 0L; g(sum);",
                "class L { Long f() { Long sum = 0L; sum += 1; return sum; } }",
                "StringBuilder b = new StringBuilder();",
                "class StringBuffer {} StringBuffer b = new StringBuffer();",
                "this does not parse",
            })
    void notThere(String line) throws IOException {
        assertThat(edits(line)).isEmpty();
    }

    @Test
    void onlyOfAProgramInOneFile() throws IOException {
        edits("StringBuffer b;");
        assertThat(new JavaSiteFinder().edits(folder, Path.of("job.jar"), SourceLimits.DEFAULT))
                .isEmpty();
        assertThat(new JavaSiteFinder().edits(folder, Path.of("Nowhere.java"), SourceLimits.DEFAULT))
                .isEmpty();
    }
}
