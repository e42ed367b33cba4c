package dev.amdahl.examples.cli;

import dev.amdahl.examples.serving.ThisProgram;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Starts {@code trace} once more in a JVM that compiles little and has the simplest collector, where nobody chose options for this one:
 * it halves the processor time. The launcher gives these options itself. What is small, or larger than the second compiler pays for,
 * stays here.
 */
final class LeanTrace {
    private static final long MIN_TEXT = 4_000_000;
    private static final long MAX_TEXT = 1_000_000_000;
    /** Traces compress to a tenth and less. */
    private static final int COMPRESSION = 10;

    private static final List<String> LOOPS_SOON = List.of("-XX:Tier3BackEdgeThreshold=6000", "-Xmn24m");
    private static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private LeanTrace() {}

    /** Runs the command elsewhere and returns its exit code; empty where it is to be run here. */
    static OptionalInt run(String[] arguments) {
        if (arguments.length < 2 || !arguments[0].equals("trace")) {
            return OptionalInt.empty();
        }
        Optional<List<String>> command = command(
                ProcessHandle.current().info().arguments().map(List::of).orElse(List.of()),
                System.getenv(),
                List.of(arguments));
        return command.isEmpty() ? OptionalInt.empty() : run(command.get());
    }

    private static OptionalInt run(List<String> command) {
        Path jar = Path.of(command.get(command.indexOf("-jar") + 1));
        Optional<ClassArchive> archive = ClassArchive.of(jar, System.getenv());
        List<String> whole = new ArrayList<>(command);
        whole.addAll(1, archive.map(ClassArchive::options).orElse(List.of()));
        OptionalInt code = start(whole);
        if (code.orElse(1) == 0) {
            archive.ifPresent(ClassArchive::keep);
        }
        return code;
    }

    private static OptionalInt start(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        builder.environment()
                .put(ThisProgram.OWNER, Long.toString(ProcessHandle.current().pid()));
        try {
            return OptionalInt.of(builder.start().waitFor());
        } catch (IOException noSecondProcess) {
            return OptionalInt.empty();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return OptionalInt.of(1);
        }
    }

    /**
     * Returns what to start; empty where this JVM was given options, or another would not pay.
     *
     * @param jvm the arguments of this JVM, beginning with its options; empty where the system does not tell
     */
    static Optional<List<String>> command(List<String> jvm, Map<String, String> environment, List<String> arguments) {
        boolean isPlain = jvm.size() > 1 && jvm.get(0).equals("-jar");
        boolean isChosen = VARIABLES.stream().anyMatch(environment::containsKey);
        if (!isPlain || isChosen || environment.containsKey(ThisProgram.OWNER)) {
            return Optional.empty();
        }
        long text = arguments.stream().skip(1).mapToLong(LeanTrace::text).sum();
        if (text < MIN_TEXT || text >= MAX_TEXT) {
            return Optional.empty();
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ThisProgram.LEAN);
        command.addAll(LOOPS_SOON);
        command.addAll(jvm.subList(0, 2));
        command.addAll(arguments);
        return Optional.of(command);
    }

    /** Returns about how many bytes of text a word of the command stands for: those of a file, or of a folder of ranks. */
    private static long text(String word) {
        try {
            Path path = Path.of(word.startsWith("--rank-dir=") ? word.substring("--rank-dir=".length()) : word);
            if (!Files.isDirectory(path)) {
                return bytes(path);
            }
            long all = 0;
            try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "*.{json,json.gz}")) {
                for (Path file : files) {
                    all += bytes(file);
                }
            }
            return all;
        } catch (IOException | IllegalArgumentException noFile) {
            return 0;
        }
    }

    private static long bytes(Path file) {
        long bytes = Files.isRegularFile(file) ? file.toFile().length() : 0;
        return file.toString().endsWith(".gz") ? COMPRESSION * bytes : bytes;
    }
}
