package dev.amdahl.core.internal.loop.dispatch;

import dev.amdahl.core.internal.loop.StderrTail;
import dev.amdahl.core.internal.refute.work.CheapChecks;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.entry.Screening.Stage;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Trial;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the trial that warms up says of a patch that nobody answers for: it comes before any pair that counts, and is as short as the job can
 * run. It can end a candidate and never speaks for one. One that ends badly or is clearly slower is not refuted by it, only not worth a pair.
 */
public final class Smoke {
    /** Log ratio beyond what noise does from which a candidate is clearly slower that ran after the baseline. */
    private static final double SLOWER = Math.log(1.25);
    /** The same of one that ran first, when nothing was warm. */
    private static final double SLOWER_COLD = Math.log(2);

    private static final double DEVIATIONS = 3;
    private static final String SMOKE = "smoke trial: ";

    private Smoke() {}

    /**
     * Why a candidate leaves.
     *
     * @param isFact whether it is shown to do something else than the unchanged job
     * @param reason in words
     */
    public record Left(boolean isFact, String reason) {}

    /** Returns whether a hypothesis has to pass it, where its design has a trial that warms up. */
    public static boolean isFor(Dossier dossier) {
        return !Patches.isVouchedFor(dossier.hypothesis());
    }

    /** Returns whether no other trial may run beside the one that warms up, as that may be the last. */
    public static boolean isOpen(Dossier dossier, List<Run> runs) {
        return isFor(dossier)
                && runs.stream()
                        .noneMatch(
                                run -> run.plan().purpose() == RunPurpose.TRIAL && run.state() == RunState.COLLECTED);
    }

    /**
     * Returns why a candidate leaves; empty if it goes on.
     *
     * @param trials so far: only the first one, which warms up, is looked at, and only while it is alone
     * @param unchanged pairs of the unchanged job with itself
     * @param sigma spread of the log ratio of two equal arms
     */
    public static Optional<Left> left(Dossier dossier, List<Trial> trials, List<Trial> unchanged, double sigma) {
        if (!isFor(dossier) || trials.size() != 1 || !trials.get(0).isWarmUp()) {
            return Optional.empty();
        }
        Trial trial = trials.get(0);
        boolean isReliable = unchanged.stream()
                .allMatch(pair -> pair.baseline().isSuccess() && pair.variant().isSuccess());
        Optional<String> failure = CheapChecks.failure(trial).filter(how -> isReliable);
        if (failure.isPresent()) {
            return Optional.of(new Left(false, SMOKE + failure.get() + StderrTail.of(trial.variant())));
        }
        boolean isSteady = !unchanged.isEmpty()
                && unchanged.stream()
                        .allMatch(pair -> CheapChecks.difference(pair).isEmpty());
        return CheapChecks.difference(trial)
                .filter(what -> isSteady)
                .map(what -> new Left(
                        true,
                        SMOKE + what + "; the unchanged job never differed from itself in " + unchanged.size()
                                + " pairs"))
                .or(() -> slower(trial, sigma));
    }

    private static Optional<Left> slower(Trial trial, double sigma) {
        double d = trial.logRatio().orElse(0);
        double clear = trial.order() == Trial.Order.BASELINE_FIRST ? SLOWER : SLOWER_COLD;
        return d > clear + DEVIATIONS * sigma
                ? Optional.of(new Left(
                        false,
                        String.format(
                                Locale.ROOT,
                                SMOKE
                                        + "it takes %.2f times as much as the baseline, more than noise of sigma %.3f does",
                                Math.exp(d),
                                sigma)))
                : Optional.empty();
    }

    /** Returns what to record of it: that it was passed, or left for this reason; nothing where there was none. */
    public static List<Entry> entries(Dossier dossier, List<Trial> trials, Optional<Left> left) {
        return trials.stream()
                .filter(trial -> trial.isWarmUp() && isFor(dossier))
                .limit(1)
                .map(trial ->
                        (Entry) new Entry.Sifted(dossier.id(), Stage.SMOKE, left.map(Left::reason), seconds(trial)))
                .toList();
    }

    private static double seconds(Trial trial) {
        return Stream.of(trial.baseline(), trial.variant())
                .map(ArmResult::wallSeconds)
                .mapToDouble(wall -> wall.orElse(0))
                .sum();
    }
}
