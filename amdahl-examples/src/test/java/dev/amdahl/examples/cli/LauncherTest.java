package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.contract.Requires;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The text of the shell that starts the command line, before a small jar that says how it was called. */
final class LauncherTest {
    private static final Path SCRIPT = Path.of("src/main/sh/amdahl.sh");
    private static final String HOME = System.getProperty("java.home");

    @TempDir
    private Path folder;

    private Path file = Path.of("");

    /** What the small jar runs. */
    static final class Called {
        private Called() {}

        public static void main(String[] args) {
            System.out.println("called " + String.join(" ", args) + " with " + System.getProperty("told", "nothing"));
            if (args.length > 0 && args[0].equals("trace")) {
                System.out.println(ManagementFactory.getRuntimeMXBean().getInputArguments());
            }
            System.exit(args.length);
        }
    }

    private record Ended(int code, String out, String err) {}

    @BeforeEach
    void build() throws IOException {
        Requires.program("sh");
        Requires.program("cksum");
        String script = Files.readString(SCRIPT).replace("@version@", "1.2");
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(script.getBytes(StandardCharsets.UTF_8));
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Called.class.getName());
        String name = Called.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream jar = new JarOutputStream(both, manifest);
                InputStream code = Called.class.getClassLoader().getResourceAsStream(name)) {
            jar.putNextEntry(new JarEntry(name));
            jar.write(code.readAllBytes());
        }
        file = Files.write(folder.resolve("amdahl"), both.toByteArray());
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void itStartsTheJarBehindItWithEveryWordAsItWasGiven() throws Exception {
        Ended ended = run(Map.of("AMDAHL_JAVA_OPTS", "-Dtold=that"), "a b", "$c");

        assertThat(ended.out()).isEqualTo("called a b $c with that\n");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).isEmpty();
    }

    /** A hole in a file has a size and takes no room. */
    @ParameterizedTest
    @CsvSource({
        "t.json, 999999999, true",
        "t.json, 1000000000, false",
        "t.json.gz, 99999999, true",
        "t.json.gz, 100000000, false",
        "ranks/t.json.gz, 100000000, false"
    })
    void aTraceIsCompiledWellOnlyWhereItIsLarge(String name, long bytes, boolean isSmall) throws Exception {
        Path trace = folder.resolve(name);
        Files.createDirectories(trace.getParent());
        try (RandomAccessFile hole = new RandomAccessFile(trace.toFile(), "rw")) {
            hole.setLength(bytes);
        }
        boolean isRank = name.startsWith("ranks");
        String out = run(Map.of(), "trace", isRank ? "--rank-dir=" + trace.getParent() : trace.toString(), "--json")
                .out();

        assertThat(out).contains("-XX:+UseSerialGC");
        assertThat(out.contains("-XX:TieredStopAtLevel=1, -XX:Tier3BackEdgeThreshold=6000, -Xmn24m"))
                .isEqualTo(isSmall);
        assertThat(run(Map.of(), "trace", "diff", trace.toString(), trace.toString())
                        .out())
                .as("two of them")
                .doesNotContain("-XX:TieredStopAtLevel");
    }

    @Test
    void theVersionNeedsNoJava() throws Exception {
        Ended ended = run(Map.of("JAVA_HOME", "/nowhere", "PATH", folder.toString()), "--version");

        assertThat(ended.out()).isEqualTo("amdahl 1.2\n");
    }

    @Test
    void whatStartingCostsIsKeptAndMadeAgainForAnotherFile() throws Exception {
        run(Map.of(), "x");
        List<Path> first = kept();
        run(Map.of(), "x");

        assertThat(first).hasSize(1);
        assertThat(kept()).isEqualTo(first);
        Files.write(file, new byte[0], java.nio.file.StandardOpenOption.APPEND);
        assertThat(file.toFile().setLastModified(1_000_000_000_000L)).isTrue();
        assertThat(run(Map.of(), "x").out()).contains("called x");
        assertThat(kept()).hasSize(1).isNotEqualTo(first);
    }

    @Test
    void withoutAFolderForTheArchiveItStartsAllTheSame() throws Exception {
        Path plain = Files.writeString(folder.resolve("plain"), "");

        assertThat(run(Map.of("XDG_CACHE_HOME", plain.toString()), "x").out()).contains("called x");
    }

    @Test
    void anOldJavaIsPassedOver() throws Exception {
        Path old = Files.createDirectories(folder.resolve("old/bin"));
        Files.writeString(folder.resolve("old/release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"1.8.0_402\"\n");
        Files.writeString(old.resolve("java"), "#!/bin/sh\necho old\n");
        assertThat(old.resolve("java").toFile().setExecutable(true)).isTrue();

        assertThat(run(Map.of("JAVA_HOME", folder.resolve("old").toString(), "PATH", HOME + "/bin:/usr/bin:/bin"), "x")
                        .out())
                .contains("called x");
    }

    private List<Path> kept() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("cache/amdahl"))) {
            return files.toList();
        }
    }

    private Ended run(Map<String, String> environment, String... words) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                Stream.concat(Stream.of(file.toString()), Stream.of(words)).toList());
        builder.environment().put("JAVA_HOME", HOME);
        builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        builder.environment().putAll(environment);
        Path err = folder.resolve("err");
        Process process = builder.redirectError(err.toFile()).start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), out, Files.readString(err));
    }
}
