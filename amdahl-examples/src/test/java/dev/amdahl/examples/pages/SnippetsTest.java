package dev.amdahl.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.contract.Requires;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every snippet has at most ten lines, compiles under the imports of the page, and prints what the page says. */
@Tag("long")
final class SnippetsTest {
    private static final int MAX_LINES = 10;
    /** A busy machine may spoil a comparison: what a snippet prints has to be right once in so many runs. */
    private static final int MAX_RUNS = 3;

    private static final String CLASS_PATH =
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

    @TempDir
    static Path folder;

    private record Snippet(String name, String code, String printed) {}

    private static List<Snippet> snippets() {
        List<Page.Block> blocks = Page.all().stream()
                .filter(page -> page.name().equals("docs/snippets.md"))
                .flatMap(page -> page.blocks().stream())
                .toList();
        return IntStream.range(1, blocks.size() - 1)
                .filter(i -> blocks.get(i).language().equals("java"))
                .mapToObj(i -> new Snippet(
                        "Snippet" + i, blocks.get(i).text(), blocks.get(i + 1).text()))
                .toList();
    }

    @BeforeAll
    static void compile() throws IOException {
        Requires.processors(2);
        String imports = Page.all().stream()
                .filter(page -> page.name().equals("docs/snippets.md"))
                .flatMap(page -> page.blocks().stream())
                .findFirst()
                .orElseThrow()
                .text();
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        Stream.Builder<String> arguments = Stream.builder();
        Stream.of("-proc:none", "-Xlint:none", "-cp", CLASS_PATH, "-d", folder.toString())
                .forEach(arguments);
        for (Snippet snippet : snippets()) {
            String text = imports + "public class " + snippet.name()
                    + " { public static void main(String[] arguments) throws Exception {\n" + snippet.code() + "}}\n";
            arguments.add(Files.writeString(folder.resolve(snippet.name() + ".java"), text)
                    .toString());
        }
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(null, said, said, arguments.build().toArray(String[]::new));
        assertThat(compiled).as(said.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(snippets()).hasSize(10);
    }

    @ParameterizedTest
    @MethodSource("snippets")
    void aSnippetPrintsWhatThePageSays(Snippet snippet) throws Exception {
        assertThat(snippet.code().lines()).hasSizeLessThanOrEqualTo(MAX_LINES);
        String expected =
                Stream.of(snippet.printed().split("…", -1)).map(Pattern::quote).collect(Collectors.joining("(?s:.+)"));
        String printed = run(snippet, 1);
        for (int run = 2; run <= MAX_RUNS && !printed.matches(expected); run++) {
            printed = run(snippet, run);
        }
        assertThat(printed).matches(expected);
    }

    private static String run(Snippet snippet, int run) throws Exception {
        Path place = Files.createDirectory(folder.resolve("in-" + snippet.name() + "-" + run));
        Files.writeString(place.resolve("trace.json"), TRACE);
        Path out = folder.resolve(snippet.name() + ".out");
        Path err = folder.resolve(snippet.name() + ".err");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        folder + File.pathSeparator + CLASS_PATH,
                        snippet.name())
                .directory(place.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(err)).isZero();
        return Files.readString(out);
    }

    /** Ten kernels of 2 ms, launched every 4 ms, and a stall for input of 40 ms in the middle. */
    private static final String TRACE = trace();

    private static String trace() {
        String events = IntStream.range(0, 10)
                .mapToObj(i -> {
                    long at = 4_000L * i + (i < 5 ? 0 : 40_000);
                    return """
                            {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":%d,"dur":10,"args":{"correlation":%d}},
                            {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":%d,"dur":2000,"args":{"device":0,"stream":7,"correlation":%d}}""".formatted(at, i + 1, at + 20, i + 1);
                })
                .collect(Collectors.joining(",\n"));
        return """
                {"schemaVersion":1,"deviceProperties":[{"id":0,"name":"H200"}],"traceEvents":[
                {"ph":"X","cat":"cpu_op","name":"enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__","pid":1,"tid":1,"ts":20000,"dur":39000},
                """ + events + "]}\n";
    }
}
