package dev.amdahl.core.internal.report.claim;

import dev.amdahl.core.internal.loop.Trials;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.stats.design.ArmMedians;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Vote;
import java.util.List;

/**
 * What convinces a person of a win, in a few words each.
 *
 * @param times median seconds of a run, before and after; a dash where they are not known
 * @param sameOutput in how many pairs the outputs were alike, or that none were compared
 * @param isSameOutput whether outputs were compared in each pair and alike
 * @param sameWork in how many pairs both arms counted as much work, or that none was counted
 * @param checks how many checks looked and how many could not
 */
public record WinFacts(String times, String sameOutput, boolean isSameOutput, String sameWork, String checks) {
    private static final String NOT_COMPARED = "not compared";
    private static final double ROUNDING = 1e-9;

    /** Returns whether outputs were compared at all. */
    public boolean isCompared() {
        return !sameOutput.equals(NOT_COMPARED);
    }

    /** Returns those of a hypothesis with trials. */
    public static WinFacts of(LedgerView view, Dossier win) {
        Trials trials = Trials.of(view, win);
        boolean isCompared = win.experiment()
                .map(experiment -> !experiment.plan().outputs().isEmpty())
                .orElse(false);
        List<Trial> counted = trials.all().stream()
                .filter(trial -> !trial.isWarmUp() && trial.logRatio().isPresent())
                .toList();
        long same =
                counted.stream().filter(trial -> trial.mismatches().isEmpty()).count();
        return new WinFacts(
                times(trials),
                isCompared ? same + " of " + counted.size() : NOT_COMPARED,
                isCompared && same == counted.size(),
                work(counted),
                checks(win.votes()));
    }

    private static String work(List<Trial> counted) {
        List<Trial> known = counted.stream()
                .filter(trial -> trial.baseline().workUnits().isPresent()
                        && trial.variant().workUnits().isPresent())
                .toList();
        long same = known.stream()
                .filter(trial -> {
                    double before = trial.baseline().workUnits().getAsDouble();
                    return Math.abs(trial.variant().workUnits().getAsDouble() - before) <= ROUNDING * before;
                })
                .count();
        return known.isEmpty()
                ? "not counted, because the job reports no units of it"
                : "the same number of units in " + same + " of " + Plurals.of(known.size(), "pair");
    }

    private static String times(Trials trials) {
        if (trials.pairs() == 0) {
            return "-";
        }
        ArmMedians medians = trials.medians();
        boolean isTimed = Math.max(medians.baselineSeconds(), medians.variantSeconds()) < Double.MAX_VALUE;
        return isTimed
                ? Numbers.seconds(medians.baselineSeconds()) + " → " + Numbers.seconds(medians.variantSeconds())
                : "-";
    }

    private static String checks(List<Vote> votes) {
        Examined examined = Examined.of(votes);
        int looked = examined.looked().size();
        return looked == 0 ? "-" : looked + " ok, " + examined.couldNotLook().size() + " n/a";
    }
}
