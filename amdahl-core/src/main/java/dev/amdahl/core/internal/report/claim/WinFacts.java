package dev.amdahl.core.internal.report.claim;

import dev.amdahl.core.internal.loop.Trials;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.stats.design.ArmMedians;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Vote;
import java.util.List;

/**
 * What convinces a person of a win, in a few words each.
 *
 * @param times median seconds of a run, before and after; a dash where they are not known
 * @param sameOutput in how many pairs the outputs were alike, or that none were compared
 * @param isSameOutput whether outputs were compared in each pair and alike
 * @param checks how many checks looked and how many could not
 */
public record WinFacts(String times, String sameOutput, boolean isSameOutput, String checks) {

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
                isCompared ? same + " of " + counted.size() : "not compared",
                isCompared && same == counted.size(),
                checks(win.votes()));
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
