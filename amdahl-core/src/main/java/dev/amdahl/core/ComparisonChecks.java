package dev.amdahl.core;

import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.job.OutputRule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What makes a comparison meaningless, found while it runs: the mistake of the caller, not a result. */
final class ComparisonChecks {
    /** What a shell exits with where a program may not be executed, and where there is none. */
    private static final Set<Integer> NOT_STARTED = Set.of(126, 127);

    private ComparisonChecks() {}

    /**
     * Requires that no output is there before the first run.
     *
     * @throws InvalidInputException naming the one that is
     */
    static void requireNoOldOutput(Optional<Path> directory, List<OutputRule> outputs) {
        for (OutputRule output : outputs) {
            Optional<Path> old = directory
                    .map(place -> place.resolve(output.path()))
                    .filter(file -> !output.path().equals("-") && Files.exists(file));
            if (old.isPresent()) {
                throw new InvalidInputException(
                        old.get().toString(),
                        "the output exists before the first run",
                        "move it away, or run in fresh folders");
            }
        }
    }

    /**
     * Requires that the baseline, run twice, wrote the same.
     *
     * @throws InvalidInputException if it did not: a comparison that was asked for is never left out in silence
     */
    static void requireReproducible(LedgerView view, String family) {
        boolean differs = view.family(family)
                .flatMap(Family::outputReproducible)
                .filter(same -> !same)
                .isPresent();
        if (!differs) {
            return;
        }
        Optional<RunResult> newest = view.measurements(family).stream()
                .flatMap(run -> run.result().stream())
                .filter(result -> !result.mismatches().isEmpty())
                .reduce((earlier, later) -> later);
        String path = newest.map(result -> result.mismatches().get(0)).orElse("");
        boolean isWritten = newest.isEmpty()
                || newest.get().arms().stream().anyMatch(arm -> arm.digests().containsKey(path));
        throw new InvalidInputException(
                ("output " + path).strip(),
                isWritten
                        ? "two runs of the baseline write different content, so it cannot show whether the"
                                + " variant does the same work"
                        : "the baseline does not write it",
                isWritten
                        ? "make it repeatable (AMDAHL_SEED is the same for both), name another file, or compare no"
                                + " output"
                        : "check the path, which is relative to the working directory");
    }

    /**
     * Requires that the shell could start both commands in their first trial.
     *
     * @throws InvalidInputException naming the command that it could not
     */
    static void requireStarted(LedgerView view, Dossier dossier, String baseline, String variant) {
        Optional<Run> first = view.runsOf(dossier.id()).stream()
                .filter(run -> run.result().isPresent())
                .findFirst();
        for (Run run : first.stream().toList()) {
            List<ArmResult> arms = run.result().map(RunResult::arms).orElse(List.of());
            for (int i = 0; i < arms.size(); i++) {
                int code = arms.get(i).exitCode().orElse(0);
                if (NOT_STARTED.contains(code)) {
                    boolean isVariant = (i == 0) == run.plan().isVariantFirst();
                    throw new InvalidInputException(
                            isVariant ? "variant" : "baseline",
                            "'" + (isVariant ? variant : baseline) + "' cannot be started, exit code " + code,
                            "check the program's name and that it may be executed");
                }
            }
        }
    }
}
