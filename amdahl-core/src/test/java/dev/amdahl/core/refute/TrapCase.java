package dev.amdahl.core.refute;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding.Outcome;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.refute.check.Significance;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.Evidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One trap.
 *
 * @param name what it is called in the specification
 * @param check the check that must see it
 * @param target how often the panel must refute it, of the draws that naively look like a win
 * @param kin checks that may see it too, since they look at the same record
 * @param trap draws an experiment
 * @param naive what takes it for a win
 */
record TrapCase(String name, String check, double target, Set<String> kin, Generator trap, Predicate<Evidence> naive) {

    private static final Set<Outcome> OBJECTIONS = Set.of(Outcome.FIRED, Outcome.UNSETTLED);

    /** Draws an experiment; knobs are fresh, so the same seed gives the same. */
    interface Generator {
        Evidence draw(long seed, Knobs knobs);
    }

    @Override
    public String toString() {
        return name;
    }

    /** Two-sided t-test of the log ratios at 5 %, in the favourable direction. */
    static boolean isNaiveWin(Evidence evidence) {
        double[] d = Sample.of(evidence, trial -> true, 0).effects();
        return d.length > 1 && Summary.mean(d) < 0 && Significance.differsFromZero(d) < .05;
    }

    List<Evidence> wins(List<Evidence> draws) {
        return draws.stream().filter(naive).toList();
    }

    /** Draws with the parameters of the specification. */
    List<Evidence> specified(int draws) {
        List<Evidence> all = new ArrayList<>();
        for (long seed = 0; seed < draws; seed++) {
            all.add(trap.draw(seed, Knobs.specified()));
        }
        return all;
    }

    /** Draws with one set of parameters near those of the specification. */
    List<Evidence> drawn(long parameters, int draws, double effect, double misstated) {
        List<Evidence> all = new ArrayList<>();
        for (long draw = 0; draw < draws; draw++) {
            all.add(trap.draw(
                    parameters * 10_007 + draw, Knobs.drawn(parameters).with(effect, misstated)));
        }
        return all;
    }

    static List<Check> checks() {
        return Stream.concat(Checklist.STATISTICAL.stream(), Checklist.FACTS.stream())
                .toList();
    }

    /** The checks that object on all pairs, or ask for more. */
    static Set<String> fired(Evidence evidence) {
        return with(OBJECTIONS, evidence);
    }

    /** The checks that come to one of these outcomes on all pairs. */
    static Set<String> with(Set<Outcome> outcomes, Evidence evidence) {
        Sample sample = Sample.of(evidence, trial -> true, evidence.seed());
        return checks().stream()
                .filter(check -> outcomes.contains(check.run(sample).outcome()))
                .map(Check::name)
                .collect(Collectors.toSet());
    }

    static boolean isRefuted(Evidence evidence) {
        return !Panel.standard().examine(evidence).survives();
    }

    /** Share of those that fulfil it; not a number for none. */
    static <T> double share(List<T> of, Predicate<T> test) {
        return of.stream().filter(test).count() / (double) of.size();
    }
}
