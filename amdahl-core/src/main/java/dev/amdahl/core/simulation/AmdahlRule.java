package dev.amdahl.core.simulation;

import dev.amdahl.core.refute.CheapChecks;
import dev.amdahl.core.refute.Panel;
import dev.amdahl.core.simulation.Pair.Arm;
import dev.amdahl.core.stats.Interval;
import dev.amdahl.core.stats.design.ArmMedians;
import dev.amdahl.core.stats.design.Assessment;
import dev.amdahl.core.stats.design.Assessment.Status;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.stats.design.Noise;
import dev.amdahl.core.stats.design.SequentialDesign;
import dev.amdahl.spi.experiment.Trial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The rule of this library as the loop applies it: σ from A/A trials, two sets, cheap checks from the first trial on, and the
 * panel on each win. Immutable and thread-safe.
 *
 * @param policy its constants
 */
record AmdahlRule(EvidencePolicy policy) {
    private static final int NOISE_TRIALS = 4;
    private static final int PANEL_PLACE = 201;

    /** @param bar the evidence that a win needs, fixed at submit */
    RuleOutcome decide(SimulatedExperiment experiment, double bar) {
        double[] noise = new double[NOISE_TRIALS];
        for (int i = 0; i < NOISE_TRIALS; i++) {
            noise[i] = experiment.aaLogRatio(i + 1);
        }
        Course course = new Course(experiment);
        SequentialDesign design = new SequentialDesign(policy, Noise.sigma(noise, Noise.CLUSTER), bar);
        return course.run(design);
    }

    /** One experiment on its way. */
    private static final class Course {
        private final SimulatedExperiment experiment;
        private final List<Pair> pairs = new ArrayList<>();
        private final List<Trial> trials = new ArrayList<>();
        private double[] first = new double[0];
        private double[] confirmation = new double[0];

        Course(SimulatedExperiment experiment) {
            this.experiment = experiment;
        }

        RuleOutcome run(SequentialDesign design) {
            int set = 1;
            for (int index = 1; ; index++) {
                Pair pair = experiment.pair(set, index);
                pairs.add(pair);
                if (!experiment.scenario().isHonest() && isMismatch(pair)) {
                    return RuleOutcome.rejected(used());
                }
                double d = experiment.logRatio(pair);
                if (!Double.isFinite(d)) {
                    continue;
                }
                if (set == 1) {
                    first = append(first, d);
                } else {
                    confirmation = append(confirmation, d);
                }
                Assessment assessment = design.assess(first, confirmation, medians());
                if (assessment.status() == Status.FIRST_SET_PASSED && set == 1) {
                    set = 2;
                    index = 0;
                } else if (assessment.status().isFinal()) {
                    return outcome(assessment);
                }
            }
        }

        private boolean isMismatch(Pair pair) {
            trials.add(Records.trial(experiment, pair));
            return CheapChecks.examine(trials).isPresent();
        }

        private RuleOutcome outcome(Assessment assessment) {
            OptionalDouble covers = assessment.effect().isPresent()
                    ? OptionalDouble.of(covers(assessment.effect().get().interval()))
                    : OptionalDouble.empty();
            double p = assessment.evidence().p();
            if (assessment.status() != Status.WIN) {
                return new RuleOutcome(false, used(), OptionalDouble.empty(), covers, p);
            }
            return isUpheld()
                    ? new RuleOutcome(
                            true,
                            used(),
                            OptionalDouble.of(assessment.effect().orElseThrow().shrunk()),
                            covers,
                            p)
                    : new RuleOutcome(false, used(), OptionalDouble.empty(), covers, 1);
        }

        private boolean isUpheld() {
            List<Trial> all = trials.isEmpty()
                    ? pairs.stream()
                            .map(pair -> Records.trial(experiment, pair))
                            .toList()
                    : trials;
            int repeated = pairs.stream().mapToInt(pair -> pair.repeated).sum();
            return Panel.standard()
                    .examine(Records.claim(experiment, all, repeated, Seeds.of(experiment.seed(), PANEL_PLACE)))
                    .survives();
        }

        private double covers(Interval interval) {
            double truth = experiment.scenario().trueLogEffect();
            return interval.lower() <= truth && truth <= interval.upper() ? 1 : 0;
        }

        private int used() {
            return first.length + confirmation.length;
        }

        private ArmMedians medians() {
            return ArmMedians.of(seconds(true), seconds(false));
        }

        private double[] seconds(boolean baseline) {
            return pairs.stream()
                    .filter(Pair::isMeasured)
                    .map(pair -> baseline ? pair.baseline : pair.variant)
                    .mapToDouble(Course::seconds)
                    .toArray();
        }

        private static double seconds(Arm arm) {
            return Math.exp(arm.logSeconds);
        }
    }

    private static double[] append(double[] values, double value) {
        double[] longer = Arrays.copyOf(values, values.length + 1);
        longer[values.length] = value;
        return longer;
    }
}
