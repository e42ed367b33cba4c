package dev.amdahl.core.internal.refute.work;

import static java.util.Objects.requireNonNull;

import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.job.OutputRule;
import dev.amdahl.spi.job.OutputRule.Command;
import dev.amdahl.spi.job.OutputRule.Exact;
import dev.amdahl.spi.job.OutputRule.Json;
import dev.amdahl.spi.job.OutputRule.Numeric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Compares the declared outputs of two arms, each by its rule. Stateless and thread-safe; blocks while it reads files.
 *
 * <p>The folder of an arm holds each declared output under {@code run/PATH} and standard output as {@code stdout}. A file that
 * is missing from one arm or from both, or that is too large to read, is a mismatch.
 */
public final class OutputComparison {
    /** Largest file that is compared by content; exact rules compare digests where both were taken. */
    public static final long MAX_BYTES = 64L * 1024 * 1024;

    private OutputComparison() {}

    /**
     * A declared output that differs.
     *
     * @param rule the rule it fails
     * @param reason why, in one line
     */
    public record Mismatch(OutputRule rule, String reason) {}

    /**
     * Returns what differs, in the order of the rules; empty if nothing does. The first arm is the reference of relative tolerances.
     *
     * @param comparing where commands run
     */
    public static List<Mismatch> compare(
            ArmResult baseline, ArmResult variant, List<OutputRule> rules, Comparing comparing) {
        requireNonNull(baseline, "baseline");
        requireNonNull(variant, "variant");
        return rules.stream()
                .flatMap(rule ->
                        compare(baseline, variant, rule, comparing).map(reason -> new Mismatch(rule, reason)).stream())
                .toList();
    }

    private static Optional<String> compare(
            ArmResult baseline, ArmResult variant, OutputRule rule, Comparing comparing) {
        if (rule.comparison() instanceof Exact) {
            String first = baseline.digests().get(rule.path());
            String second = variant.digests().get(rule.path());
            if (first != null && second != null) {
                return first.equals(second) ? Optional.empty() : Optional.of(rule.path() + ": other content");
            }
        }
        Optional<Path> first = file(baseline, rule.path());
        Optional<Path> second = file(variant, rule.path());
        if (first.isEmpty() && second.isEmpty()) {
            return Optional.of(rule.path() + ": declared output not written");
        }
        if (first.isEmpty() || second.isEmpty()) {
            return Optional.of(
                    rule.path() + ": written by the " + (first.isEmpty() ? "variant" : "baseline") + " alone");
        }
        try {
            return byRule(first.get(), second.get(), rule.comparison(), comparing)
                    .map(reason -> rule.path() + ": " + reason);
        } catch (IOException unreadable) {
            return Optional.of(rule.path() + ": cannot be read: " + unreadable);
        }
    }

    private static Optional<String> byRule(
            Path baseline, Path variant, OutputRule.Comparison comparison, Comparing comparing) throws IOException {
        if (comparison instanceof Command command) {
            return CommandComparison.compare(command, baseline, variant, comparing, CommandComparison.LIMIT);
        }
        if (comparison instanceof Exact) {
            return Files.mismatch(baseline, variant) < 0 ? Optional.empty() : Optional.of("other content");
        }
        long largest = Math.max(Files.size(baseline), Files.size(variant));
        if (largest > MAX_BYTES) {
            return Optional.of(largest + " bytes are too many to compare by this rule; at most " + MAX_BYTES);
        }
        if (comparison instanceof Numeric numeric) {
            return NumericComparison.compare(numeric, Files.readString(baseline), Files.readString(variant));
        }
        return JsonComparison.compare((Json) comparison, Files.readAllBytes(baseline), Files.readAllBytes(variant));
    }

    /** Returns a plain file inside the folder of the arm; links are not followed out of it. */
    static Optional<Path> file(ArmResult arm, String path) {
        return arm.folder().flatMap(folder -> inside(folder, path.equals("-") ? "stdout" : "run/" + path));
    }

    private static Optional<Path> inside(Path folder, String path) {
        try {
            Path file = folder.resolve(path).toRealPath();
            return file.startsWith(folder.toRealPath()) && Files.isRegularFile(file)
                    ? Optional.of(file)
                    : Optional.empty();
        } catch (IOException missing) {
            return Optional.empty();
        }
    }
}
