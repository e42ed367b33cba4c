package dev.amdahl.core.refute;

import dev.amdahl.spi.experiment.Evidence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What one trap measured, as shares.
 *
 * @param trap the trap
 * @param naive draws that naively look like a win, with the specified parameters
 * @param check naive wins that its own check sees on all pairs
 * @param panel naive wins that the panel refutes
 * @param drawnNaive the same as naive, with drawn parameters
 * @param drawnPanel the same as panel, with drawn parameters
 * @param worstDecile mean of drawnPanel over the tenth of the parameters where it is lowest
 * @param mixed naive wins that the panel refutes, with a true effect of -2 % beside the trap
 * @param misstated naive wins that the panel refutes, with a fifth of the arms recorded as if nothing were the matter
 */
record TrapRow(
        TrapCase trap,
        double naive,
        double check,
        double panel,
        double drawnNaive,
        double drawnPanel,
        double worstDecile,
        double mixed,
        double misstated) {

    /**
     * Measures it.
     *
     * @param draws experiments for each figure
     * @param parameters how many sets of parameters are drawn; each has draws / parameters experiments
     */
    static TrapRow measure(TrapCase trap, int draws, int parameters) {
        List<Evidence> specified = trap.specified(draws);
        List<Evidence> wins = trap.wins(specified);
        int each = draws / parameters;
        List<Evidence> drawn = new ArrayList<>();
        List<Evidence> mixed = new ArrayList<>();
        List<Evidence> misstated = new ArrayList<>();
        List<Double> byParameters = new ArrayList<>();
        int drawnCount = 0;
        for (int set = 0; set < parameters; set++) {
            List<Evidence> of = trap.drawn(set, each, 0, 0);
            drawnCount += of.size();
            List<Evidence> ofWins = trap.wins(of);
            drawn.addAll(ofWins);
            if (!ofWins.isEmpty()) {
                byParameters.add(TrapCase.share(ofWins, TrapCase::isRefuted));
            }
            mixed.addAll(trap.wins(trap.drawn(set, Math.max(1, each / 2), -.02, 0)));
            misstated.addAll(trap.wins(trap.drawn(set, Math.max(1, each / 2), 0, .2)));
        }
        return new TrapRow(
                trap,
                wins.size() / (double) specified.size(),
                TrapCase.share(wins, evidence -> TrapCase.fired(evidence).contains(trap.check())),
                TrapCase.share(wins, TrapCase::isRefuted),
                drawn.size() / (double) drawnCount,
                TrapCase.share(drawn, TrapCase::isRefuted),
                worstDecile(byParameters),
                TrapCase.share(mixed, TrapCase::isRefuted),
                TrapCase.share(misstated, TrapCase::isRefuted));
    }

    private static double worstDecile(List<Double> shares) {
        return shares.stream()
                .sorted(Comparator.naturalOrder())
                .limit(Math.max(1, shares.size() / 10))
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(Double.NaN);
    }
}
