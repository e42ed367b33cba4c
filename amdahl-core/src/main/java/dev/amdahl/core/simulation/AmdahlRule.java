package dev.amdahl.core.simulation;

import dev.amdahl.core.refute.Panel;
import dev.amdahl.core.refute.work.CheapChecks;
import dev.amdahl.core.simulation.Pair.Arm;
import dev.amdahl.core.stats.Interval;
import dev.amdahl.core.stats.design.ArmMedians;
import dev.amdahl.core.stats.design.Assessment;
import dev.amdahl.core.stats.design.Assessment.Status;
import dev.amdahl.core.stats.design.Estimate;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.stats.design.Noise;
import dev.amdahl.core.stats.design.SequentialDesign;
import dev.amdahl.core.stats.design.SequentialRun;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Decision;
import dev.amdahl.spi.experiment.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
        return decide(experiment, bar, Seeds.of(experiment.seed(), PANEL_PLACE));
    }

    /**
     * As above, with the folds that a panel draws.
     *
     * @param panel the seed that it draws them from
     */
    RuleOutcome decide(SimulatedExperiment experiment, double bar, long panel) {
        double[] noise = new double[NOISE_TRIALS];
        for (int i = 0; i < NOISE_TRIALS; i++) {
            noise[i] = experiment.aaLogRatio(i + 1);
        }
        Course course = new Course(experiment, panel);
        SequentialDesign design = new SequentialDesign(policy, Noise.sigma(noise, Noise.CLUSTER), bar);
        return course.run(design);
    }

    /** One experiment on its way. */
    private static final class Course {
        private final SimulatedExperiment experiment;
        private final long panel;
        private final List<Pair> pairs = new ArrayList<>();
        private final List<Trial> trials = new ArrayList<>();

        Course(SimulatedExperiment experiment, long panel) {
            this.experiment = experiment;
            this.panel = panel;
        }

        RuleOutcome run(SequentialDesign design) {
            SequentialRun evidence = design.begin();
            int set = 1;
            for (int index = 1; !evidence.status().isFinal(); index++) {
                Pair pair = experiment.pair(set, index);
                pairs.add(pair);
                if (!experiment.scenario().isHonest() && isMismatch(pair)) {
                    return RuleOutcome.rejected(used());
                }
                double d = experiment.logRatio(pair);
                if (Double.isFinite(d)) {
                    evidence.add(d);
                }
                if (set == 1 && evidence.status() == Status.FIRST_SET_PASSED) {
                    set = 2;
                    index = 0;
                }
            }
            return evidence.status() == Status.WIN
                    ? claimed(evidence.assessment(medians()))
                    : RuleOutcome.rejected(used(), evidence.evidenceTotals().p());
        }

        private boolean isMismatch(Pair pair) {
            trials.add(Records.trial(experiment, pair));
            return CheapChecks.examine(trials).isPresent();
        }

        private RuleOutcome claimed(Assessment assessment) {
            Estimate estimate = assessment.effect().orElseThrow();
            boolean accepted = assessment.status() == Status.WIN && isUpheld(assessment);
            return new RuleOutcome(
                    accepted,
                    used(),
                    accepted ? OptionalDouble.of(estimate.shrunk()) : OptionalDouble.empty(),
                    OptionalDouble.of(covers(estimate.interval())),
                    accepted ? assessment.evidence().p() : 1);
        }

        private boolean isUpheld(Assessment assessment) {
            List<Trial> all = trials.isEmpty()
                    ? pairs.stream()
                            .map(pair -> Records.trial(experiment, pair))
                            .toList()
                    : trials;
            int repeated = pairs.stream().mapToInt(pair -> pair.repeated).sum();
            return Panel.standard()
                    .examine(Records.claim(experiment, all, repeated, comparison(assessment), panel))
                    .survives();
        }

        private static Comparison comparison(Assessment assessment) {
            Estimate estimate = assessment.effect().orElseThrow();
            return new Comparison(
                    assessment.firstTrials() + assessment.confirmationTrials(),
                    assessment.evidence().first(),
                    assessment.evidence().confirmation(),
                    OptionalDouble.of(Math.exp(estimate.shrunk())),
                    OptionalDouble.of(Math.exp(estimate.interval().lower())),
                    OptionalDouble.of(Math.exp(estimate.interval().upper())),
                    Optional.of(Decision.WIN),
                    assessment.reason());
        }

        private double covers(Interval interval) {
            double truth = experiment.scenario().trueLogEffect();
            return interval.lower() <= truth && truth <= interval.upper() ? 1 : 0;
        }

        private int used() {
            return (int) pairs.stream().filter(Pair::isMeasured).count();
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
}
