package dev.amdahl.core.internal.refute.work;

import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.stats.Binomial;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.experiment.Trial;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * What needs no model of the times: outputs, work units and exit codes, compared from the first trial on. Stateless, thread-safe.
 *
 * <p>Jobs fail now and then, and write other output now and then. So a variant is refuted for what it does each time, or for what it does
 * more often than the baseline by far more than chance; what happens to either arm alike is no fact about the change. The warm-up pair counts
 * too: it may run slower, not otherwise.
 */
public final class CheapChecks {
    /** The first trials, all of which a variant that cannot run fails. */
    private static final int ALWAYS_FAILS = 3;
    /** Trials, all there are, whose arms do not do the same. */
    private static final int ALWAYS_DIFFERS = 2;

    private static final int MIN_FAILURES = 2;
    private static final double MAX_FAILURE_RATE = .2;
    private static final double LEVEL = .05;

    private static final double MAX_UNSTABLE_SHARE = .2;
    private static final int MIN_UNSTABLE = 3;

    private CheapChecks() {}

    /**
     * What follows.
     *
     * @param refuted what the change is shown to do; empty if nothing
     * @param failing why the job cannot be measured: it fails unchanged, more often than one run in five; empty if it can
     * @param unstable why the outputs of the job cannot be compared at all; empty if they can
     * @param open a trial that is to be repeated on its seed before anything is concluded; empty if none
     */
    public record Answer(
            Optional<String> refuted, Optional<String> failing, Optional<String> unstable, Optional<Dispute> open) {}

    /**
     * Examines the trials of an experiment so far.
     *
     * @param trials in the order of running
     * @param disputes those whose arms did not do the same, with their repeats
     * @param unchanged pairs of the unchanged job with itself; where there are none, nobody knows that it repeats itself, and each difference
     *     is repeated
     */
    public static Answer examine(List<Trial> trials, List<Dispute> disputes, List<Trial> unchanged) {
        boolean isSteady = !unchanged.isEmpty()
                && unchanged.stream().allMatch(pair -> difference(pair).isEmpty());
        Optional<String> refuted = offence(trials)
                .or(() -> failures(trials))
                .or(() -> isSteady ? always(trials) : Optional.empty())
                .or(() -> shown(disputes))
                .or(() -> byChance(trials, disputes));
        return new Answer(refuted, failing(trials), unstable(trials, disputes), open(trials, disputes));
    }

    /** Returns the dispute that is to be settled first; none before there are as many trials as show that each differs. */
    public static Optional<Dispute> open(List<Trial> trials, List<Dispute> disputes) {
        return disputes.stream()
                .filter(dispute -> trials.size() >= ALWAYS_DIFFERS && dispute.cause() == Dispute.Cause.OPEN)
                .findFirst();
    }

    /** Returns what the arms of a trial, which both ended well, did not do alike; empty if nothing. */
    public static Optional<String> difference(Trial trial) {
        if (!trial.baseline().isSuccess() || !trial.variant().isSuccess()) {
            return Optional.empty();
        }
        if (!trial.mismatches().isEmpty()) {
            String path = trial.mismatches().get(0).path();
            return Optional.of("output differs: the variant's " + (path.equals("-") ? "standard output" : path)
                    + " did not match the baseline's");
        }
        return isOtherWork(trial.baseline(), trial.variant())
                ? Optional.of("the variant does a different amount of work")
                : Optional.empty();
    }

    /** Returns whether two arms that ended well count different amounts of work. */
    public static boolean isOtherWork(ArmResult one, ArmResult other) {
        OptionalDouble difference = WorkConserved.difference(one, other);
        return difference.isPresent() && difference.getAsDouble() > WorkConserved.TOLERANCE;
    }

    /** Returns how the variant failed where the baseline did not; empty if it did not, or if the baseline failed. */
    public static Optional<String> failure(Trial trial) {
        return isAlone(
                        trial.variant().isSuccess(),
                        trial.baseline().isSuccess(),
                        trial.baseline().exitCode().isEmpty())
                ? Optional.of("the variant " + end(trial) + " where the baseline succeeds")
                : Optional.empty();
    }

    /** Returns whether the baseline failed and the variant did not. */
    public static boolean isBaselineAlone(Trial trial) {
        return isAlone(
                trial.baseline().isSuccess(),
                trial.variant().isSuccess(),
                trial.variant().exitCode().isEmpty());
    }

    /** Returns whether an arm failed and the other did not: it ended well, or was never run, as the first ended the trial. */
    private static boolean isAlone(boolean isSuccess, boolean isOtherSuccess, boolean isOtherNotRun) {
        return !isSuccess && (isOtherSuccess || isOtherNotRun);
    }

    private static Optional<String> failures(List<Trial> trials) {
        List<Optional<String>> ends = trials.stream().map(CheapChecks::failure).toList();
        Stream<Optional<String>> first = ends.stream().limit(ALWAYS_FAILS);
        if (ends.size() >= ALWAYS_FAILS && first.allMatch(Optional::isPresent)) {
            return Optional.of(ends.get(0).orElseThrow() + ", in each of the first " + ALWAYS_FAILS + " trials");
        }
        OneSided failures = new OneSided();
        for (Trial trial : trials) {
            failures.add(failure(trial).isPresent(), isBaselineAlone(trial));
        }
        return failures.isBeyondChance()
                ? Optional.of(
                        ends.stream().flatMap(Optional::stream).findFirst().orElseThrow() + ", in "
                                + failures.ofVariant() + " of " + trials.size()
                                + " trials; the baseline alone fails in "
                                + failures.ofBaseline())
                : Optional.empty();
    }

    /** Returns where each trial differs, and the unchanged job never does from itself, there is nothing to repeat. */
    private static Optional<String> always(List<Trial> trials) {
        List<Trial> ended = trials.stream()
                .filter(trial -> trial.baseline().isSuccess() && trial.variant().isSuccess())
                .toList();
        List<String> differing =
                ended.stream().flatMap(trial -> difference(trial).stream()).toList();
        return ended.size() >= ALWAYS_DIFFERS && differing.size() == ended.size()
                ? Optional.of("mismatch in " + differing.size() + " of " + ended.size() + " trials: "
                        + String.join("; ", differing.stream().distinct().toList()))
                : Optional.empty();
    }

    private static Optional<String> shown(List<Dispute> disputes) {
        return disputes.stream()
                .filter(dispute -> dispute.cause() == Dispute.Cause.CHANGE)
                .findFirst()
                .map(dispute -> difference(dispute.trial()).orElseThrow() + ": again in each of "
                        + dispute.repeats().size() + " repeats on the same seed, in which the baselines agree");
    }

    private static Optional<String> byChance(List<Trial> trials, List<Dispute> disputes) {
        OneSided flakes = new OneSided();
        disputes.forEach(dispute -> flakes.add(
                dispute.cause() == Dispute.Cause.VARIANT_BY_CHANCE,
                dispute.cause() == Dispute.Cause.BASELINE_BY_CHANCE));
        return flakes.isBeyondChance()
                ? Optional.of("what the variant does differs from run to run, in " + flakes.ofVariant() + " of "
                        + trials.size() + " trials; of the baseline in " + flakes.ofBaseline())
                : Optional.empty();
    }

    private static Optional<String> failing(List<Trial> trials) {
        int failed = (int) trials.stream()
                .filter(trial -> !trial.baseline().isSuccess()
                        && trial.baseline().exitCode().isPresent())
                .count();
        return failed >= MIN_FAILURES && Binomial.atLeast(failed, trials.size(), MAX_FAILURE_RATE) < LEVEL
                ? Optional.of("the unchanged job fails in " + failed + " of " + trials.size() + " trials")
                : Optional.empty();
    }

    private static Optional<String> unstable(List<Trial> trials, List<Dispute> disputes) {
        long unrepeated = disputes.stream()
                .filter(dispute -> dispute.cause() == Dispute.Cause.BASELINE_BY_CHANCE)
                .count();
        return unrepeated >= MIN_UNSTABLE && unrepeated > MAX_UNSTABLE_SHARE * trials.size()
                ? Optional.of("what the unchanged job does differs from run to run, in " + unrepeated + " of "
                        + trials.size() + " trials: outputs and work cannot be compared")
                : Optional.empty();
    }

    /** Returns what one time of is enough. */
    private static Optional<String> offence(List<Trial> trials) {
        return trials.stream().flatMap(trial -> offence(trial).stream()).findFirst();
    }

    private static Optional<String> offence(Trial trial) {
        Optional<String> limit = Sample.text(trial.variant(), EnvironmentFact.SANDBOX_LIMIT);
        return trial.baseline().isSuccess() && limit.isPresent()
                ? limit.map(resource -> "the variant " + end(trial) + ", out of " + resource
                        + " in its sandbox, where the baseline succeeds")
                : ProgramUnchanged.harness(trial);
    }

    private static String end(Trial trial) {
        if (trial.variant().isTimedOut()) {
            return "reaches its time limit";
        }
        return trial.variant().exitCode().isPresent()
                ? "exits with " + trial.variant().exitCode().getAsInt()
                : "does not start";
    }
}
