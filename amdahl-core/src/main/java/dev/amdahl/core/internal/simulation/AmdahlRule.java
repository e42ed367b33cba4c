package dev.amdahl.core.internal.simulation;

import dev.amdahl.core.internal.refute.work.CheapChecks;
import dev.amdahl.core.internal.refute.work.Dispute;
import dev.amdahl.core.internal.simulation.Pair.Arm;
import dev.amdahl.core.refute.Panel;
import dev.amdahl.core.refute.PanelResult;
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
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The rule of this library as the loop applies it: σ from A/A trials, two sets, cheap checks from the first trial on, and the
 * panel on each win, with the pairs that it asks for.
 *
 * @param policy its constants
 * @param prior sd of d that is expected before anything is measured
 */
record AmdahlRule(EvidencePolicy policy, double prior) {
    private static final int NOISE_TRIALS = 4;
    private static final int PANEL_PLACE = 201;

    /** On a cluster. */
    AmdahlRule(EvidencePolicy policy) {
        this(policy, Noise.CLUSTER);
    }

    /** @param bar the evidence that a win needs, fixed at submit */
    RuleOutcome decide(SimulatedExperiment experiment, double bar) {
        return decide(experiment, bar, Seeds.of(experiment.seed(), PANEL_PLACE));
    }

    /**
     * Overload of {@code decide}: with the subsets that a panel draws.
     *
     * @param panel the seed that it draws them from
     */
    RuleOutcome decide(SimulatedExperiment experiment, double bar, long panel) {
        List<Trial> unchanged = IntStream.rangeClosed(1, NOISE_TRIALS)
                .mapToObj(index -> SimulatedEvidence.trial(experiment, experiment.unchanged(index)))
                .toList();
        double[] noise = unchanged.stream()
                .map(Trial::logRatio)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
        return new Course(experiment, panel, unchanged)
                .run(new SequentialDesign(policy, Noise.sigma(noise, prior), bar));
    }

    /** One experiment on its way. */
    private final class Course {
        private final SimulatedExperiment experiment;
        private final long panel;
        private final List<Trial> unchanged;
        private final boolean isEventful;
        private final List<Pair> pairs = new ArrayList<>();
        private final List<Trial> trials = new ArrayList<>();
        private final List<Dispute> disputes = new ArrayList<>();
        private int set = 1;
        private int index;

        Course(SimulatedExperiment experiment, long panel, List<Trial> unchanged) {
            this.experiment = experiment;
            this.panel = panel;
            this.unchanged = unchanged;
            this.isEventful =
                    !experiment.scenario().isHonest() || experiment.world().isEventful();
        }

        RuleOutcome run(SequentialDesign design) {
            SequentialRun evidence = design.begin();
            while (!evidence.status().isFinal()) {
                Pair pair = next();
                Optional<RuleOutcome> end = end();
                if (end.isPresent()) {
                    return end.get();
                }
                double d = isCounted(pair) ? experiment.logRatio(pair) : Double.NaN;
                if (Double.isFinite(d)) {
                    evidence.add(d);
                }
                if (set == 1 && evidence.status() == Status.FIRST_SET_PASSED) {
                    set = 2;
                    index = 0;
                }
            }
            if (evidence.status() == Status.WIN) {
                Assessment assessment = evidence.assessment(medians());
                if (assessment.status() == Status.WIN) {
                    return claimed(assessment);
                }
            }
            return RuleOutcome.rejected(used(), evidence.evidenceTotals().p());
        }

        private Pair next() {
            Pair pair = experiment.pair(set, ++index);
            pairs.add(pair);
            if (isEventful) {
                trials.add(SimulatedEvidence.trial(experiment, pair));
            }
            return pair;
        }

        /** Returns what ends it without statistics; the arms of a trial that did not do the same are repeated first. */
        private Optional<RuleOutcome> end() {
            if (!isEventful) {
                return Optional.empty();
            }
            if (CheapChecks.difference(trials.get(trials.size() - 1)).isPresent()) {
                disputes.add(new Dispute(trials.get(trials.size() - 1), List.of()));
            }
            CheapChecks.Answer answer = CheapChecks.examine(trials, disputes, unchanged);
            while (answer.refuted().isEmpty() && answer.open().isPresent()) {
                Dispute open = answer.open().get();
                disputes.set(disputes.indexOf(open), repeated(open));
                answer = CheapChecks.examine(trials, disputes, unchanged);
            }
            if (answer.refuted().isPresent()) {
                return Optional.of(RuleOutcome.refuted(used()));
            }
            boolean isOver = answer.failing().isPresent() || answer.unstable().isPresent();
            return isOver ? Optional.of(RuleOutcome.rejected(used())) : Optional.empty();
        }

        private Dispute repeated(Dispute open) {
            Pair first = pairs.stream()
                    .filter(pair ->
                            SimulatedEvidence.key(pair).equals(open.trial().key()))
                    .findFirst()
                    .orElseThrow();
            List<Dispute.Repeat> repeats = new ArrayList<>(open.repeats());
            Pair again = experiment.pair(first.set, first.index, repeats.size() + 1);
            repeats.add(SimulatedEvidence.repeat(first, again));
            return new Dispute(open.trial(), repeats);
        }

        private boolean isCounted(Pair pair) {
            return pair.isMeasured()
                    && (disputes.isEmpty()
                            || !disputes.get(disputes.size() - 1).trial().key().equals(SimulatedEvidence.key(pair)));
        }

        private RuleOutcome claimed(Assessment assessment) {
            Estimate estimate = assessment.effect().orElseThrow();
            PanelResult result = examine(assessment);
            for (int asked = 0; ; asked++) {
                OptionalInt target = result.target(asked, policy.firstCap() + policy.confirmationCap());
                if (target.isEmpty()) {
                    break;
                }
                while (counted() < target.getAsInt()) {
                    next();
                    Optional<RuleOutcome> end = end();
                    if (end.isPresent()) {
                        return end.get();
                    }
                }
                result = examine(assessment);
            }
            boolean accepted = result.survives();
            return new RuleOutcome(
                    accepted,
                    used(),
                    accepted ? OptionalDouble.of(estimate.shrunk()) : OptionalDouble.empty(),
                    OptionalDouble.of(covers(estimate.interval())),
                    accepted ? assessment.evidence().p() : 1,
                    result.outcome() == PanelResult.Outcome.REFUTED);
        }

        private PanelResult examine(Assessment assessment) {
            List<Trial> all = isEventful
                    ? trials.stream()
                            .filter(trial -> CheapChecks.difference(trial).isEmpty())
                            .toList()
                    : pairs.stream()
                            .map(pair -> SimulatedEvidence.trial(experiment, pair))
                            .toList();
            int repeated = pairs.stream().mapToInt(pair -> pair.repeated).sum();
            return Panel.standard()
                    .examine(SimulatedEvidence.claim(
                            experiment,
                            all,
                            unchanged,
                            repeated,
                            Dispute.wavering(disputes),
                            comparison(assessment),
                            panel));
        }

        private Comparison comparison(Assessment assessment) {
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

        /** Pairs that were run and measured, repeats included. */
        private int used() {
            int repeats = disputes.stream()
                    .mapToInt(dispute -> dispute.repeats().size())
                    .sum();
            return repeats + (int) pairs.stream().filter(Pair::isMeasured).count();
        }

        /** Pairs that the statistics see. */
        private int counted() {
            return (int) pairs.stream().filter(Pair::isMeasured).count() - disputes.size();
        }

        private ArmMedians medians() {
            return ArmMedians.of(seconds(true), seconds(false));
        }

        private double[] seconds(boolean baseline) {
            return pairs.stream()
                    .filter(Pair::isMeasured)
                    .map(pair -> baseline ? pair.baseline : pair.variant)
                    .mapToDouble(this::seconds)
                    .toArray();
        }

        private double seconds(Arm arm) {
            return Math.exp(arm.logSeconds);
        }
    }
}
