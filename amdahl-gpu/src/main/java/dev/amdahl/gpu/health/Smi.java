package dev.amdahl.gpu.health;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The program {@code nvidia-smi}, or another that tells of devices, as a command to which options are added. Immutable and thread-safe.
 */
public final class Smi {
    private static final String NAME = "nvidia-smi";
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int MAX_LINES = 10_000;

    private final String name;
    private final List<String> command;
    private final Duration limit;

    private Smi(String name, List<String> command, Duration limit) {
        this.name = name;
        this.command = List.copyOf(command);
        this.limit = limit;
    }

    /** Returns that of the search path; empty where there is none. */
    public static Optional<Smi> find() {
        return find(NAME);
    }

    /** Returns a program of the search path; empty where there is none. */
    public static Optional<Smi> find(String name) {
        for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            Path program = Path.of(folder).resolve(name);
            if (!folder.isEmpty() && Files.isExecutable(program)) {
                return Optional.of(new Smi(name, List.of(program.toString()), LIMIT));
            }
        }
        return Optional.empty();
    }

    /** Creates a command that answers like it. */
    public static Smi of(String... command) {
        return new Smi(NAME, List.of(command), LIMIT);
    }

    /** What one call said. */
    record Said(List<String> lines, Optional<String> fault) {}

    /** Returns the same, given up sooner or later. */
    Smi within(Duration most) {
        return new Smi(name, command, most);
    }

    /** Asks and waits, ten seconds unless told otherwise. */
    Said ask(String... options) {
        return ask(line -> true, options);
    }

    /** Asks and waits, and hears no other lines than these. */
    Said ask(Predicate<String> heard, String... options) {
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        try (SmiProcess process = start(
                line -> {
                    if (lines.size() < MAX_LINES && heard.test(line)) {
                        lines.add(line);
                    }
                },
                options)) {
            Optional<String> fault = process.awaitEnd(limit)
                    ? process.fault()
                    : Optional.of("no end of its answer after " + limit.toSeconds() + " s");
            return new Said(new ArrayList<>(lines), fault.map(why -> name + " " + options[0] + ": " + why));
        } catch (IOException e) {
            return new Said(List.of(), Optional.of(name + " cannot be started: " + e.getMessage()));
        }
    }

    SmiProcess start(Consumer<String> lines, String... options) throws IOException {
        List<String> whole = new ArrayList<>(command);
        whole.addAll(List.of(options));
        return new SmiProcess(whole, lines);
    }
}
