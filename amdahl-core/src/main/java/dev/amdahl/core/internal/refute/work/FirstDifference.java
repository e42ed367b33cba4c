package dev.amdahl.core.internal.refute.work;

import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.experiment.Trial;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The first line in which the outputs of two arms differ, for people, while their folders are there. */
public final class FirstDifference {
    private static final int MAX_LINES = 100_000;
    private static final int MAX_SHOWN = 60;

    private FirstDifference() {}

    /** Returns the line of the first of these trials that shows one; empty for files that are no text or no longer there. */
    public static Optional<String> of(List<Trial> trials) {
        return trials.stream()
                .filter(trial -> !trial.mismatches().isEmpty())
                .flatMap(trial -> of(trial).stream())
                .findFirst();
    }

    private static Optional<String> of(Trial trial) {
        String path = trial.mismatches().get(0).path();
        Optional<Path> baseline = OutputComparison.file(trial.baseline(), path);
        Optional<Path> variant = OutputComparison.file(trial.variant(), path);
        return baseline.isPresent() && variant.isPresent()
                ? line(path.equals("-") ? "standard output" : path, baseline.get(), variant.get())
                : Optional.empty();
    }

    private static Optional<String> line(String name, Path baseline, Path variant) {
        try (BufferedReader one = Files.newBufferedReader(baseline);
                BufferedReader other = Files.newBufferedReader(variant)) {
            for (int line = 1; line <= MAX_LINES; line++) {
                String left = one.readLine();
                String right = other.readLine();
                if (left == null && right == null) {
                    return Optional.empty();
                }
                if (left == null || right == null || !left.equals(right)) {
                    return Optional.of("first difference, line " + line + " of " + name + ": baseline " + shown(left)
                            + ", variant " + shown(right));
                }
            }
            return Optional.empty();
        } catch (IOException goneOrNoText) {
            return Optional.empty();
        }
    }

    private static String shown(@Nullable String line) {
        if (line == null) {
            return "ends";
        }
        String plain = Redaction.of(line).replaceAll("\\p{Cntrl}+", " ");
        return "'" + (plain.length() <= MAX_SHOWN ? plain : plain.substring(0, MAX_SHOWN) + "...") + "'";
    }
}
