package dev.amdahl.examples.init;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Accelerators;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A job as it is started today.
 *
 * @param family a name for it
 * @param command word by word
 * @param directory where it runs
 * @param environment what it sets beside the inherited environment
 * @param accelerators what it holds
 * @param timeLimit what it may take, where that is said
 * @param from where this stands, for people
 * @param findings what could not be taken over, in words
 * @param isElsewhere whether its program is not on this machine, so that it cannot run here
 */
record JobCommand(
        String family,
        List<String> command,
        Path directory,
        Map<String, String> environment,
        Accelerators accelerators,
        Optional<Duration> timeLimit,
        String from,
        List<String> findings,
        boolean isElsewhere) {
    private static final int START = 4096;

    JobCommand {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        findings = List.copyOf(findings);
    }

    /** A job of this machine. */
    JobCommand(
            String family,
            List<String> command,
            Path directory,
            Map<String, String> environment,
            Accelerators accelerators,
            Optional<Duration> timeLimit,
            String from,
            List<String> findings) {
        this(family, command, directory, environment, accelerators, timeLimit, from, findings, false);
    }

    /**
     * Reads a command line, or the script that is its only word.
     *
     * @param holds the accelerators of this machine, where a script does not tell
     * @throws InvalidInputException if there is nothing that could be run
     */
    static JobCommand of(List<String> words, Path directory, Accelerators holds) {
        if (words.isEmpty()) {
            throw new InvalidInputException(
                    "init", "names no command", "write it after --, as in init -- python3 train.py --epochs 1");
        }
        Path first = path(directory, words.get(0));
        if (Files.isDirectory(first)) {
            throw new InvalidInputException(
                    words.get(0), "is a folder, not a command", "name what starts the job, as in -- python3 train.py");
        }
        if (words.stream().anyMatch(word -> word.endsWith(".ipynb"))) {
            throw new InvalidInputException(
                    words.stream()
                            .filter(word -> word.endsWith(".ipynb"))
                            .findFirst()
                            .orElse(""),
                    "is a notebook, which no scheduler starts",
                    "make a script of it: jupyter nbconvert --to script");
        }
        boolean isScript = words.size() == 1 && Files.isRegularFile(first);
        if (isScript && PodManifest.isOne(words.get(0))) {
            return PodManifest.read(first, directory);
        }
        Optional<JobCommand> inShell = inShell(words, directory, holds);
        boolean isLogin = words.size() > 1 && words.get(1).matches("-[a-z]*l[a-z]*");
        if (inShell.isPresent() && !isLogin) {
            return inShell.get();
        }
        if (isScript || isShell(words)) {
            Path script = isScript ? first : path(directory, words.get(1));
            Optional<String> text = text(script);
            if (text.isPresent() && (isShell(words) || BatchScript.isOne(text.get()))) {
                return BatchScript.read(script, text.get(), directory, holds);
            }
            if (isScript && !Files.isExecutable(first)) {
                throw new InvalidInputException(
                        words.get(0),
                        text.isPresent()
                                ? "is not a batch script, and cannot be run as it is"
                                : "is neither a script nor a program that may be run",
                        words.get(0).endsWith(".py")
                                ? "name the command: -- python3 " + words.get(0)
                                : "name the command that starts the job after --");
            }
        }
        return new JobCommand(
                family(words),
                isScript && words.get(0).indexOf('/') < 0 ? List.of("./" + words.get(0)) : words,
                directory,
                Map.of(),
                holds,
                Optional.empty(),
                "the command line",
                List.of());
    }

    /** Reads {@code sh -c TEXT} as the one program that the text starts; empty for another command, or where it does more. */
    static Optional<JobCommand> inShell(List<String> words, Path directory, Accelerators holds) {
        boolean isOne = words.size() == 3
                && words.get(0).matches("(/usr)?(/bin/)?(ba|da|)sh")
                && words.get(1).matches("-[a-z]*c");
        return isOne ? BatchScript.only("the command line", words.get(2), directory, holds) : Optional.empty();
    }

    /** {@code sh FILE} and {@code bash FILE}: what the file runs is the job. */
    private static boolean isShell(List<String> words) {
        return words.size() == 2
                && words.get(0).matches("(/usr)?(/bin/)?(ba|da|)sh")
                && !words.get(1).startsWith("-");
    }

    /** Returns a name from what is run, without its folder and ending. */
    static String family(List<String> words) {
        String name = words.stream()
                .filter(word -> word.matches(".*\\.(py|java|sh|jar|sbatch)"))
                .findFirst()
                .or(() -> words.stream().filter(word -> !word.startsWith("-")).findFirst())
                .orElse("job");
        String last = name.substring(name.lastIndexOf('/') + 1).replaceFirst("\\.[a-z]+$", "");
        String plain = last.replaceAll("[^A-Za-z0-9_.-]+", "-");
        return plain.isEmpty() ? "job" : plain;
    }

    /** Returns the file of the program in the command, relative to the directory where it lies below it; empty if none is named. */
    Optional<Path> program() {
        for (int i = 0; i < command.size(); i++) {
            String word = command.get(i);
            if (word.equals("-m") && i + 1 < command.size()) {
                String module = command.get(i + 1).replace('.', '/');
                for (String ending : List.of(".py", "/__main__.py", "/__init__.py")) {
                    if (Files.isRegularFile(directory.resolve(module + ending))) {
                        return Optional.of(Path.of(module + ending));
                    }
                }
            }
            Path file = path(directory, word);
            if (word.matches(".*\\.(py|java)") && Files.isRegularFile(file)) {
                return Optional.of(relative(file));
            }
        }
        Path first = path(directory, command.get(0));
        return Files.isRegularFile(first) ? Optional.of(relative(first)) : Optional.empty();
    }

    /** Returns a file relative to the directory; as a whole path where it does not lie below it. */
    Path relative(Path file) {
        Path base = directory.toAbsolutePath().normalize();
        Path whole = file.toAbsolutePath().normalize();
        return whole.startsWith(base) ? base.relativize(whole) : whole;
    }

    /** Returns a copy with another command and environment. */
    JobCommand with(List<String> words, Map<String, String> variables) {
        return new JobCommand(
                family, words, directory, variables, accelerators, timeLimit, from, findings, isElsewhere);
    }

    /** Returns a copy of another family that holds something else. */
    JobCommand of(String other, Accelerators held) {
        return new JobCommand(other, command, directory, environment, held, timeLimit, from, findings, isElsewhere);
    }

    static Path path(Path directory, String word) {
        try {
            return directory.resolve(word);
        } catch (InvalidPathException noPath) {
            return directory.resolve("no-path");
        }
    }

    /** Returns a file's text; empty if it is not text. */
    private static Optional<String> text(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] start = in.readNBytes(START);
            for (byte b : start) {
                if (b == 0) {
                    return Optional.empty();
                }
            }
            return Optional.of(new String(start, StandardCharsets.UTF_8)
                    + new String(in.readNBytes(1 << 20), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }
}
