package dev.amdahl.core.loop;

import dev.amdahl.core.advice.ExpectedValue;
import dev.amdahl.core.advice.Screen;
import dev.amdahl.core.advice.ScreenResult;
import dev.amdahl.core.advice.Stakes;
import dev.amdahl.core.advice.Verification;
import dev.amdahl.core.advice.WinRate;
import dev.amdahl.core.ledger.Dossier;
import dev.amdahl.core.ledger.Entry;
import dev.amdahl.core.ledger.Screening;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.stats.design.Power;
import dev.amdahl.core.timeline.Ceilings;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Price;
import dev.amdahl.spi.job.MetricSpec;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Judges a hypothesis before anything runs, with what the ledger knows of its family and class. Stateless. */
final class Screens {
    private static final double WEEKS_PER_YEAR = 52;
    private static final double SECONDS_PER_HOUR = 3600;
    private static final double PLENTY = 1e9;

    private Screens() {}

    /**
     * What the screen says.
     *
     * @param screening the numbers
     * @param rejection why it is screened out; empty if an experiment may be spent on it
     */
    record Result(Screening screening, Optional<String> rejection) {}

    static Result of(Cycle cycle, JobSpec job, Measurements measured, Hypothesis hypothesis) {
        EvidencePolicy policy = cycle.policy().evidence();
        double sigma = measured.sigma(cycle.policy());
        double detectable = new Power(policy).smallestDetectableEffect(sigma, policy.highestBar());
        Diagnosis diagnosis = measured.diagnosis().orElse(Diagnoses.unknown(job.family()));
        double hours = armHours(cycle, job, diagnosis);
        boolean isRateKnown = job.runsPerWeek().isPresent();
        double perYear = isRateKnown
                ? job.runsPerWeek().getAsDouble()
                        * WEEKS_PER_YEAR
                        * hours
                        * job.accelerators().count()
                : PLENTY;
        ScreenResult result = new Screen(cycle.policy().scope())
                .judge(
                        hypothesis,
                        diagnosis,
                        job.metric().equals(MetricSpec.WALL_SECONDS),
                        winRate(cycle, hypothesis.bottleneck()),
                        new Stakes(
                                perYear,
                                job.price().map(Price::perAcceleratorHour).orElse(1.0),
                                1,
                                1),
                        new Verification(sigma, detectable, job.accelerators().count(), hours, 0));
        Optional<ExpectedValue> value = result.expectedValue().filter(ignored -> isRateKnown);
        Screening screening = new Screening(
                ceiling(diagnosis, diagnosis.wallShare(hypothesis.addressed())),
                ceiling(diagnosis, diagnosis.acceleratorShare(hypothesis.addressed())),
                detectable,
                value.map(known -> OptionalDouble.of(known.net())).orElse(OptionalDouble.empty()),
                value.map(known -> OptionalDouble.of(known.perVerificationHour()))
                        .orElse(OptionalDouble.empty()));
        return new Result(screening, rejection(hypothesis.change(), result));
    }

    static Entry screenedOut(Hypothesis hypothesis, String reason) {
        List<String> evidence =
                hypothesis.evidence().isEmpty() ? List.of(Cycle.unmeasured(hypothesis)) : hypothesis.evidence();
        return new Entry.Decided(
                new Verdict(hypothesis, evidence, "not measured", HypothesisState.SCREENED_OUT, reason));
    }

    private static Optional<String> rejection(Change change, ScreenResult result) {
        if (change instanceof ConfigChange config
                && config.settings().stream()
                        .anyMatch(setting -> setting.target() instanceof LeverSetting.AcceleratorCount)) {
            return Optional.of(
                    "another allocation cannot be compared within one allocation; this needs two submissions a block");
        }
        return result.isAccepted() ? Optional.empty() : Optional.of(result.reason());
    }

    private static OptionalDouble ceiling(Diagnosis diagnosis, OptionalDouble share) {
        return diagnosis.isExplained() && share.isPresent()
                ? OptionalDouble.of(Ceilings.ceiling(share.getAsDouble()))
                : OptionalDouble.empty();
    }

    private static double armHours(Cycle cycle, JobSpec job, Diagnosis diagnosis) {
        double seconds = diagnosis.wallSeconds() > 0
                ? diagnosis.wallSeconds()
                : job.timeLimit().orElse(cycle.policy().timeLimit()).toMillis() / 1000.0;
        return seconds / SECONDS_PER_HOUR;
    }

    /** How hypotheses of a class fared so far. */
    static WinRate winRate(Cycle cycle, Bottleneck bottleneck) {
        List<Dossier> decided = cycle.view().dossiers().stream()
                .filter(dossier -> dossier.hypothesis().bottleneck() == bottleneck)
                .filter(dossier ->
                        dossier.experiment().isPresent() && !dossier.state().isInExperiment())
                .toList();
        long wins = decided.stream()
                .filter(dossier -> dossier.state() == HypothesisState.IN_REVIEW
                        || dossier.state() == HypothesisState.PROMOTED
                        || dossier.state() == HypothesisState.SURVIVED)
                .count();
        return new WinRate((int) wins, decided.size());
    }
}
