package dev.amdahl.core.refute;

import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.refute.check.Significance;
import dev.amdahl.core.refute.PanelResult.Outcome;
import dev.amdahl.spi.experiment.Evidence;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the panel does to real wins with nothing the matter.
 *
 * @param effect their true log effect
 * @param pairs pairs of each
 * @param wins draws whose t-test is significant at .0025 two-sided, as a win of the decision rule is
 * @param refuted how many of them the panel refutes
 * @param unsettled of how many it asks for more pairs
 * @param byCheck to how many of them each check objects on all pairs, or asks for more; checks that never do are left out
 */
record CleanRow(double effect, int pairs, int wins, int refuted, int unsettled, Map<String, Integer> byCheck) {
    private static final double ALPHA = .0025;

    static CleanRow measure(double effect, int pairs, int draws) {
        int wins = 0;
        int refuted = 0;
        int unsettled = 0;
        Map<String, Integer> byCheck = new TreeMap<>();
        for (long seed = 0; seed < draws; seed++) {
            Trap clean = Traps.clean(seed, effect);
            clean.pairs = pairs;
            Evidence evidence = clean.evidence(seed);
            double[] d = Sample.of(evidence, trial -> true, 0).effects();
            if (TrapCase.isNaiveWin(evidence) && Significance.differsFromZero(d) < ALPHA) {
                wins++;
                Outcome outcome = Panel.standard().examine(evidence).outcome();
                refuted += outcome == Outcome.REFUTED ? 1 : 0;
                unsettled += outcome == Outcome.UNSETTLED ? 1 : 0;
                TrapCase.fired(evidence).forEach(check -> byCheck.merge(check, 1, Integer::sum));
            }
        }
        return new CleanRow(effect, pairs, wins, refuted, unsettled, byCheck);
    }

    int mostByOneCheck() {
        return byCheck.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }
}
