package dev.amdahl.examples.init;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.FleetJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How a run of a fleet was started, as far as its source tells: by labels or columns of the usual names.
 *
 * @param words the command, or its script
 * @param directory where it was started
 */
public record FleetRun(List<String> words, Path directory) {
    private static final Set<String> COMMANDS = Set.of("submitline", "command", "script", "cmd");
    private static final Set<String> DIRECTORIES = Set.of("workdir", "workingdirectory", "directory", "cwd");

    public FleetRun {
        words = List.copyOf(words);
    }

    /** Returns whether a source tells by what command a run was started. */
    public static boolean isTold(FleetJob run) {
        return label(run, COMMANDS).isPresent();
    }

    /**
     * Reads the labels of a run.
     *
     * @throws InvalidInputException if they do not tell what could be read here, saying what is missing
     */
    public static FleetRun of(FleetJob run) {
        String line = label(run, COMMANDS)
                .orElseThrow(() -> wrong(
                        run,
                        "has no command in its record",
                        "add a column submit_line or command, or" + " --fleet slurm:submission=true"));
        Path directory = Path.of(label(run, DIRECTORIES).orElse("")).toAbsolutePath();
        if (!Files.isDirectory(directory)) {
            throw wrong(run, "ran in " + directory + ", which is not here", "run init where its folder is");
        }
        int wrapped = line.indexOf("--wrap=");
        if (wrapped >= 0) {
            String text = line.substring(wrapped + "--wrap=".length()).replaceAll("^([\"'])(.*)\\1$", "$2");
            return new FleetRun(List.of("sh", "-c", text), directory);
        }
        List<String> words = Arrays.stream(line.strip().split("\\s+"))
                .map(word -> word.replaceAll("^([\"'])(.*)\\1$", "$2"))
                .toList();
        if (!words.get(0).matches("(.*/)?sbatch")) {
            return new FleetRun(words, directory);
        }
        return words.stream()
                .skip(1)
                .filter(word -> !word.startsWith("-") && Files.isRegularFile(JobCommand.path(directory, word)))
                .findFirst()
                .map(script -> new FleetRun(List.of(script), directory))
                .orElseThrow(() -> wrong(
                        run, "was submitted by '" + line + "', whose script is no longer here", "name its script"));
    }

    private static InvalidInputException wrong(FleetJob run, String problem, String remedy) {
        return new InvalidInputException("run " + run.id(), problem, remedy);
    }

    private static Optional<String> label(FleetJob run, Set<String> names) {
        return run.labels().entrySet().stream()
                .filter(label ->
                        names.contains(label.getKey().replaceAll("[ _-]", "").toLowerCase(Locale.ROOT)))
                .sorted(Map.Entry.comparingByKey())
                .map(Map.Entry::getValue)
                .filter(text -> !text.isBlank())
                .findFirst();
    }
}
