package dev.amdahl.core.internal.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * How one rule did.
 *
 * @param name the rule
 * @param nothingHelps on a fleet where no change has an effect
 * @param wins by planted win, in the order of {@link Benchmark#EFFECTS}
 * @param programme on a fleet where one change in ten helps
 * @param others by other scenario, in the order of {@link Benchmark#scenarios()}
 */
public record RuleScore(String name, Tally nothingHelps, List<Tally> wins, Tally programme, List<Tally> others) {
    /** Copies the lists. */
    public RuleScore {
        wins = List.copyOf(wins);
        others = List.copyOf(others);
    }

    RuleScore plus(RuleScore other) {
        return new RuleScore(
                name,
                nothingHelps.plus(other.nothingHelps),
                plus(wins, other.wins),
                programme.plus(other.programme),
                plus(others, other.others));
    }

    private static List<Tally> plus(List<Tally> some, List<Tally> more) {
        List<Tally> sums = new ArrayList<>();
        for (int i = 0; i < some.size(); i++) {
            sums.add(some.get(i).plus(more.get(i)));
        }
        return sums;
    }
}
