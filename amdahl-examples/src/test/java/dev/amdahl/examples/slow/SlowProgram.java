package dev.amdahl.examples.slow;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One of the programs under {@code src/test/resources/slow}, with its tests: it prints {@code expected.txt} for three small inputs.
 *
 * @param language a folder of its own
 * @param name of its folder
 * @param stem what its source is called, without ending
 * @param files their text, by name
 */
record SlowProgram(String language, String name, String stem, Map<String, String> files) {
    static final Path ROOT = Path.of("src/test/resources/slow");

    private static final Map<String, String> ENDINGS = Map.of("c", ".c", "java", ".java", "python", ".py");

    SlowProgram {
        files = Map.copyOf(files);
    }

    static List<SlowProgram> all() {
        List<SlowProgram> programs = new ArrayList<>();
        for (String language : ENDINGS.keySet().stream().sorted().toList()) {
            list(ROOT.resolve(language)).forEach(folder -> programs.add(read(language, folder)));
        }
        return programs;
    }

    private static SlowProgram read(String language, Path folder) {
        Map<String, String> files = new TreeMap<>();
        list(folder).forEach(file -> {
            try {
                files.put(file.getFileName().toString(), Files.readString(file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return new SlowProgram(
                language, folder.getFileName().toString(), language.equals("java") ? "Job" : "job", files);
    }

    private static List<Path> list(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns what was frozen: all but what its tests expect. */
    Map<String, String> sources() {
        Map<String, String> sources = new TreeMap<>(files);
        sources.remove("expected.txt");
        return sources;
    }

    String source() {
        return stem + ENDINGS.get(language);
    }

    /** Returns the program as a finder of changes is told it: the binary of a compiled one. */
    Path program() {
        return Path.of(language.equals("c") ? stem : source());
    }

    List<String> editable() {
        return language.equals("c") ? List.of(source(), "Makefile") : List.of(source());
    }

    /** Returns the command of its job, with a size that takes some tenths of a second where its own is too large or too small. */
    List<String> job() throws IOException {
        String own = language + "/" + name + " ";
        List<String> command = new ArrayList<>(command());
        Files.readAllLines(ROOT.resolve("SIZES")).stream()
                .filter(line -> line.startsWith(own))
                .forEach(line -> command.add(line.substring(own.length())));
        return command;
    }

    List<String> command() {
        return switch (language) {
            case "c" -> List.of("./" + stem);
            case "python" -> List.of("python3", source());
            default -> List.of("java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", ".", stem);
        };
    }

    private String check() {
        String build = switch (language) {
            case "c" -> "make -s";
            case "java" -> "javac " + source();
            default -> ":";
        };
        return build + "\nfor n in 1 17 230; do " + String.join(" ", command())
                + " $n; done >got.txt\ncmp got.txt expected.txt\n";
    }

    /** Writes it as a repository of one commit, builds it there and runs its tests. */
    Path commit(Path folder) throws IOException, InterruptedException {
        for (String program : List.of("git", "cmp")) {
            Requires.program(program);
        }
        (language.equals("c")
                        ? List.of("gcc", "make")
                        : language.equals("java") ? List.of("javac") : List.of("python3"))
                .forEach(Requires::program);
        Files.createDirectories(folder);
        for (Map.Entry<String, String> file : files.entrySet()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue());
        }
        Files.writeString(folder.resolve("check.sh"), check());
        Files.writeString(
                folder.resolve(".gitignore"), "got.txt\n*.class\n" + (language.equals("c") ? stem + "\n" : ""));
        run(folder, "git", "init", "-q", "-b", "main");
        run(folder, "git", "add", "-A");
        run(folder, "git", "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "-m", "as it stands");
        run(folder, "sh", "-e", "check.sh");
        return folder;
    }

    /** Returns what a command prints, and both streams with its failure. */
    static String run(Path folder, String... command) throws IOException, InterruptedException {
        Path errors = Files.createTempFile("slow", ".err");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectError(errors.toFile())
                    .start();
            process.getOutputStream().close();
            String out = new String(process.getInputStream().readAllBytes(), UTF_8);
            int code = process.waitFor();
            if (code != 0) {
                throw new IOException(List.of(command) + " ended with " + code + ": " + Files.readString(errors) + out);
            }
            return out;
        } finally {
            Files.delete(errors);
        }
    }

    /** Returns the text that a change may touch. */
    String text() {
        return Objects.requireNonNull(files.get(source()));
    }
}
