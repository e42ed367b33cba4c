package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** One call of the command line and what it left. */
public record Cli(int code, String out, String err) {
    private static final Path SCHEMAS = Path.of("").toAbsolutePath().resolveSibling("docs/schemas");

    /** Of the tests of this JVM alone: those of another one do not wait for the same slots. */
    private static final Path TEMPORARY = temporary();

    private static Path temporary() {
        try {
            Path made = Files.createTempDirectory("amdahl-cli");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(made)));
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void remove(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** In a new process, in that folder. */
    public static Cli in(Path folder, String... arguments) throws IOException, InterruptedException {
        return in(folder, List.of(), arguments);
    }

    /** Overload of {@code in}: with those variables set. */
    public static Cli in(Path folder, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        return in(folder, environment, List.of(), arguments);
    }

    /** Overload of {@code in}: in a JVM with those options. */
    public static Cli in(Path folder, List<String> options, String... arguments)
            throws IOException, InterruptedException {
        return in(folder, Map.of(), options, arguments);
    }

    private static Cli in(Path folder, Map<String, String> environment, List<String> options, String... arguments)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile("amdahl", ".out");
        Path err = Files.createTempFile("amdahl", ".err");
        Process process = start(folder, out, err, environment, options, arguments);
        try {
            assertThat(process.waitFor(480, TimeUnit.SECONDS))
                    .as("ended in time: %s", List.of(arguments))
                    .isTrue();
            return new Cli(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            process.destroyForcibly();
            Files.delete(out);
            Files.delete(err);
        }
    }

    /** What a terminal shows of a call in a new process that ends well, after that setting of the environment. */
    public static String onATerminal(Path folder, String setting, String arguments)
            throws IOException, InterruptedException {
        String call = setting + String.join(" ", java()) + " " + arguments;
        Process process = new ProcessBuilder(Requires.program("script").toString(), "-qec", call, "/dev/null")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return out;
    }

    public static Process start(Path folder, Path out, Path err, String... arguments) throws IOException {
        return start(folder, out, err, Map.of(), List.of(), arguments);
    }

    /** Overload of {@code start}: with those variables and in a JVM with those options. */
    public static Process start(
            Path folder, Path out, Path err, Map<String, String> environment, List<String> options, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(java());
        command.addAll(command.size() - 1, options);
        command.addAll(List.of(arguments));
        ProcessBuilder process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        process.environment().putAll(environment);
        return process.start();
    }

    /** The command line without arguments, as a process that does not look how busy the machine is. */
    public static List<String> java() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Damdahl.loadavg=/nowhere",
                "-Djava.io.tmpdir=" + TEMPORARY,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName());
    }

    /** In this JVM, for what starts no process. */
    public static Cli here(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(new PrintWriter(out), new PrintWriter(err), arguments);
        return new Cli(code, out.toString(), err.toString());
    }

    /** Standard output, which holds one document of that schema and nothing else. */
    public JsonNode json(String schema) throws IOException {
        JsonNode document = new ObjectMapper()
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .readTree(out);
        try (InputStream in = Files.newInputStream(SCHEMAS.resolve(schema + ".schema.json"))) {
            assertThat(JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                            .getSchema(in)
                            .validate(document))
                    .as(out)
                    .isEmpty();
        }
        return document;
    }

    /** One line on standard error, nothing on standard output, that exit code. */
    public void failsWith(int expected, String... words) {
        assertThat(err.strip()).startsWith("amdahl: ").doesNotContain("\n").contains(words);
        assertThat(out).isEmpty();
        assertThat(code).as(err).isEqualTo(expected);
    }
}
