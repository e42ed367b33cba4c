package dev.amdahl.profilers.internal.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.profiler.SiteFinder;
import dev.amdahl.spi.profiler.SourceEdit;
import dev.amdahl.spi.profiler.SourceLimits;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Real programs with and without a change: those in {@code win} print the same and are there to be faster, those in {@code neutral} print
 * the same and are there to be no faster, those in {@code wrong} show that somebody compared what they print. {@code -Damdahl.pairs=9}
 * measures that many pairs of each, and prints the ratios.
 */
@Tag("soak")
final class EditTrialsTest {
    private static final Path SCRIPTS = Path.of("src/test/resources/edits");
    private static final int PAIRS = Integer.getInteger("amdahl.pairs", 0);

    @TempDir
    private Path folder;

    private String job = "";

    private List<String> command = List.of();

    private record Ended(int code, String out, double seconds) {}

    static Stream<String> names() throws IOException {
        TreeSet<String> names = new TreeSet<>();
        try (DirectoryStream<Path> scripts = Files.newDirectoryStream(SCRIPTS.resolve("win"), "*.{c,java,py}")) {
            scripts.forEach(script -> names.add(script.getFileName().toString().replaceFirst("\\..*", "")));
        }
        return names.stream();
    }

    @Test
    void eachChangeThatThisMachineCouldShowHasItsPrograms() throws IOException {
        List<String> elsewhere = List.of(
                "csv-c-engine", "cudnn-benchmark", "itertuples", "no-progress-bar", "non-blocking", "pin-memory");
        List<String> python = Arrays.stream(PythonEdit.values())
                .map(edit -> edit.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
        assertThat(Stream.concat(names(), elsewhere.stream()))
                .containsExactlyInAnyOrderElementsOf(Stream.of(
                                python.stream(),
                                JavaEdits.names().stream(),
                                Arrays.stream(CEdit.values()).map(CEdit::title))
                        .flatMap(all -> all)
                        .toList());
    }

    /** One of each language; the others take minutes. */
    @ParameterizedTest
    @ValueSource(strings = {"regex-hoist", "buffered-input", "strlen-hoist"})
    void someThatMayHelpPrintTheSame(String name) throws Exception {
        printsTheSame("win", name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"regex-hoist", "buffered-input", "strlen-hoist"})
    void someThatWouldBeWrongShowIt(String name) throws Exception {
        whereItWouldBeWrongTheProgramShowsIt(name);
    }

    @ParameterizedTest
    @Tag("long")
    @MethodSource("names")
    void whereItMayHelpTheProgramPrintsTheSame(String name) throws Exception {
        printsTheSame("win", name);
    }

    @ParameterizedTest
    @Tag("long")
    @MethodSource("names")
    void whereItsPlaceCostsNothingTheProgramPrintsTheSame(String name) throws Exception {
        printsTheSame("neutral", name);
    }

    private void printsTheSame(String kind, String name) throws Exception {
        prepare(kind, name);
        Ended plain = run("plain");
        Ended changed = run("changed");

        assertThat(changed.out()).isEqualTo(plain.out()).isNotEmpty();
        assertThat(changed.code()).isEqualTo(plain.code()).isZero();
        measure(kind + " " + name);
    }

    @ParameterizedTest
    @Tag("long")
    @MethodSource("names")
    void whereItWouldBeWrongTheProgramShowsIt(String name) throws Exception {
        prepare("wrong", name);
        Ended plain = run("plain");
        Ended changed = run("changed");

        assertThat(plain.code()).as(plain.out()).isZero();
        assertThat(changed.code() + changed.out()).isNotEqualTo(plain.code() + plain.out());
    }

    private void prepare(String kind, String name) throws Exception {
        String ending = Stream.of(".py", ".java", ".c")
                .filter(end -> Files.exists(SCRIPTS.resolve(kind).resolve(name + end)))
                .findFirst()
                .orElseThrow();
        job = "job" + ending;
        String script = Files.readString(SCRIPTS.resolve(kind).resolve(name + ending));
        if (ending.equals(".py")) {
            Requires.program("python3");
        }
        if (script.contains("import torch") || script.contains("import numpy") || script.contains("import yaml")) {
            Requires.program("torchrun");
        }
        Path plain = Files.createDirectories(folder.resolve("plain"));
        write(plain, script.lines().toList());
        command = switch (ending) {
            case ".py" -> List.of("/usr/bin/python3", job);
            case ".java" ->
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), job);
            default -> List.of("./job");
        };
        SiteFinder finder = switch (ending) {
            case ".py" -> new PythonSiteFinder();
            case ".java" -> new JavaSiteFinder();
            default -> new MakeSiteFinder();
        };
        Path program = Path.of(ending.equals(".c") ? "job" : job);
        SourceEdit edit = finder.edits(plain, program, SourceLimits.DEFAULT).stream()
                .filter(found -> found.name().equals(name))
                .findFirst()
                .orElseThrow();
        write(
                Files.createDirectories(folder.resolve("changed")),
                DiffUtils.patch(
                        script.lines().toList(),
                        UnifiedDiffUtils.parseUnifiedDiff(edit.diff().lines().toList())));
    }

    /** With what is to be built of it. */
    private void write(Path there, List<String> lines) throws IOException, InterruptedException {
        Files.write(there.resolve(job), lines);
        if (job.endsWith(".c")) {
            Requires.program("gcc");
            Requires.program("make");
            Files.writeString(there.resolve("Makefile"), "CFLAGS = -O2\nLDLIBS = -lm\njob: job.c\n");
            Process make = new ProcessBuilder("make", "-s")
                    .directory(there.toFile())
                    .inheritIO()
                    .start();
            assertThat(make.waitFor()).isZero();
        }
    }

    private void measure(String name) throws Exception {
        double[] ratios = new double[PAIRS];
        for (int i = 0; i < PAIRS; i++) {
            double plain = i % 2 == 0 ? run("plain").seconds() : 0;
            double changed = run("changed").seconds();
            ratios[i] = changed / (i % 2 == 0 ? plain : run("plain").seconds());
        }
        if (PAIRS > 0) {
            Arrays.sort(ratios);
            System.out.printf(
                    Locale.ROOT, "%-28s %.2f (%.2f to %.2f)%n", name, ratios[PAIRS / 2], ratios[0], ratios[PAIRS - 1]);
        }
    }

    private Ended run(String side) throws IOException, InterruptedException {
        Path there = folder.resolve(side);
        Path out = folder.resolve(side + ".out");
        long start = System.nanoTime();
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(there.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().remove("PYTHONUNBUFFERED");
        Process process = builder.start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        return new Ended(process.exitValue(), Files.readString(out), (System.nanoTime() - start) / 1e9);
    }
}
