package dev.amdahl.core.refute.work;

import dev.amdahl.core.refute.check.Sample;
import dev.amdahl.spi.experiment.Circumstance;
import dev.amdahl.spi.experiment.Trial;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * What needs no statistics: outputs, work units and exit codes, compared from the first trial on. Stateless, thread-safe.
 *
 * <p>The warm-up pair counts too: it may run slower, not otherwise.
 */
public final class CheapChecks {
    /** Trials with a mismatch that end an experiment. */
    public static final int LIMIT = 2;

    private CheapChecks() {}

    /**
     * Why the experiment ends as refuted; empty while fewer than {@value #LIMIT} trials mismatch. A variant that its sandbox had to
     * stop, or that changed what it must leave alone, is not given another trial.
     *
     * @param trials the trials of the experiment so far, in any order
     */
    public static Optional<String> examine(List<Trial> trials) {
        Optional<String> offence =
                trials.stream().flatMap(trial -> offence(trial).stream()).findFirst();
        if (offence.isPresent()) {
            return offence;
        }
        Map<String, String> found = new LinkedHashMap<>();
        trials.forEach(trial -> mismatch(trial).ifPresent(what -> found.put(trial.key(), what)));
        if (found.size() < LIMIT) {
            return Optional.empty();
        }
        String kinds = found.values().stream().distinct().collect(Collectors.joining("; "));
        return Optional.of("mismatch in " + found.size() + " of " + trials.size() + " trials: " + kinds);
    }

    /** What differs within one trial; empty if nothing does, or if the baseline failed. */
    public static Optional<String> mismatch(Trial trial) {
        if (!trial.baseline().isSuccess()) {
            return Optional.empty();
        }
        if (!trial.variant().isSuccess()) {
            return Optional.of("the variant " + end(trial) + " where the baseline succeeds");
        }
        if (!trial.mismatches().isEmpty()) {
            return Optional.of("the variant writes other output in "
                    + trial.mismatches().get(0).path());
        }
        OptionalDouble difference = WorkConserved.difference(trial);
        return difference.isPresent() && difference.getAsDouble() > WorkConserved.TOLERANCE
                ? Optional.of("the variant does another amount of work")
                : Optional.empty();
    }

    /** What one time of is enough. */
    private static Optional<String> offence(Trial trial) {
        Optional<String> limit = Sample.text(trial.variant(), Circumstance.SANDBOX_LIMIT);
        return trial.baseline().isSuccess() && limit.isPresent()
                ? limit.map(resource -> "the variant " + end(trial) + ", out of " + resource
                        + " in its sandbox, where the baseline succeeds")
                : ProgramUnchanged.harness(trial);
    }

    private static String end(Trial trial) {
        if (trial.variant().isTimedOut()) {
            return "runs into its time limit";
        }
        return trial.variant().exitCode().isPresent()
                ? "exits with " + trial.variant().exitCode().getAsInt()
                : "does not start";
    }
}
