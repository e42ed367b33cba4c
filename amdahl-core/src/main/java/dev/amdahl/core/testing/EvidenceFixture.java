package dev.amdahl.core.testing;

import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Conduct;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Wavering;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.ResourceAxis;
import dev.amdahl.spi.job.Guardrail;
import dev.amdahl.spi.job.MetricSpec;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Evidence written down by hand, for tests. Immutable. */
public record EvidenceFixture(
        Hypothesis hypothesis,
        ExperimentPlan plan,
        Comparison comparison,
        List<Trial> trials,
        List<Trial> unchanged,
        int repeated,
        OptionalDouble removableShare,
        OptionalDouble addressedShare,
        int evidenceRuns,
        Set<Covariate> supplied,
        boolean isOutputDeclared,
        boolean isWorkCounted,
        Conduct conduct,
        Wavering wavering,
        long seed)
        implements Evidence {
    public EvidenceFixture {
        trials = List.copyOf(trials);
        unchanged = List.copyOf(unchanged);
        supplied = Set.copyOf(supplied);
    }

    /** A claim on wall seconds that rests on these trials; nothing is declared, supplied or known beside them. */
    public static EvidenceFixture of(List<Trial> trials, long seed) {
        return new EvidenceFixture(
                CLAIM,
                plan(MetricSpec.WALL_SECONDS, List.of()),
                COMPARISON,
                trials,
                List.of(),
                0,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                0,
                Set.of(),
                false,
                false,
                Conduct.UNKNOWN,
                Wavering.NONE,
                seed);
    }

    /** The same on another metric. */
    public EvidenceFixture metric(MetricSpec metric) {
        return with(plan(metric, plan.guardrails()), supplied, isOutputDeclared, isWorkCounted);
    }

    /** The same with guardrails. */
    public EvidenceFixture guardrails(Guardrail... guardrails) {
        return with(plan(plan.metric(), List.of(guardrails)), supplied, isOutputDeclared, isWorkCounted);
    }

    /** The same on a host and a job that supply these. */
    public EvidenceFixture supplying(Covariate... covariates) {
        return with(plan, Set.of(covariates), isOutputDeclared, isWorkCounted);
    }

    /** The same on a job that declares reproducible outputs. */
    public EvidenceFixture outputsDeclared() {
        return with(plan, supplied, true, isWorkCounted);
    }

    /** The same on a job that counts its work. */
    public EvidenceFixture workCounted() {
        return with(plan, supplied, isOutputDeclared, true);
    }

    /** The same with the shares known from a number of evidence runs. */
    public EvidenceFixture shares(double removable, double addressed, int runs) {
        return new EvidenceFixture(
                hypothesis,
                plan,
                comparison,
                trials,
                unchanged,
                repeated,
                OptionalDouble.of(removable),
                OptionalDouble.of(addressed),
                runs,
                supplied,
                isOutputDeclared,
                isWorkCounted,
                conduct,
                wavering,
                seed);
    }

    /** The same claim on other trials. */
    public EvidenceFixture trials(List<Trial> others) {
        return new EvidenceFixture(
                hypothesis,
                plan,
                comparison,
                others,
                unchanged,
                repeated,
                removableShare,
                addressedShare,
                evidenceRuns,
                supplied,
                isOutputDeclared,
                isWorkCounted,
                conduct,
                wavering,
                seed);
    }

    /** The same with these pairs of the unchanged job. */
    public EvidenceFixture unchanged(List<Trial> others) {
        return new EvidenceFixture(
                hypothesis,
                plan,
                comparison,
                trials,
                others,
                repeated,
                removableShare,
                addressedShare,
                evidenceRuns,
                supplied,
                isOutputDeclared,
                isWorkCounted,
                conduct,
                wavering,
                seed);
    }

    /** The same with what is known of how the claim came about. */
    public EvidenceFixture conduct(Conduct known) {
        return new EvidenceFixture(
                hypothesis,
                plan,
                comparison,
                trials,
                unchanged,
                repeated,
                removableShare,
                addressedShare,
                evidenceRuns,
                supplied,
                isOutputDeclared,
                isWorkCounted,
                known,
                wavering,
                seed);
    }

    /** The same with pairs that were left out because an arm did otherwise once. */
    public EvidenceFixture wavering(int variant, int baseline) {
        return new EvidenceFixture(
                hypothesis,
                plan,
                comparison,
                trials,
                unchanged,
                repeated,
                removableShare,
                addressedShare,
                evidenceRuns,
                supplied,
                isOutputDeclared,
                isWorkCounted,
                conduct,
                new Wavering(variant, baseline),
                seed);
    }

    /** The same with what the trials are said to show. */
    public EvidenceFixture comparison(Comparison said) {
        return new EvidenceFixture(
                hypothesis,
                plan,
                said,
                trials,
                unchanged,
                repeated,
                removableShare,
                addressedShare,
                evidenceRuns,
                supplied,
                isOutputDeclared,
                isWorkCounted,
                conduct,
                wavering,
                seed);
    }

    /** The same with the design it was fixed to. */
    public EvidenceFixture plan(ExperimentPlan fixed) {
        return with(fixed, supplied, isOutputDeclared, isWorkCounted);
    }

    /** The same claim of another change. */
    public EvidenceFixture changing(Change change) {
        Hypothesis claim = new Hypothesis(
                hypothesis.id(),
                hypothesis.family(),
                hypothesis.addresses(),
                hypothesis.axis(),
                hypothesis.title(),
                change,
                hypothesis.expectedFraction(),
                hypothesis.provenance(),
                hypothesis.evidence(),
                hypothesis.fingerprint());
        return new EvidenceFixture(
                claim,
                plan,
                comparison,
                trials,
                unchanged,
                repeated,
                removableShare,
                addressedShare,
                evidenceRuns,
                supplied,
                isOutputDeclared,
                isWorkCounted,
                conduct,
                wavering,
                seed);
    }

    private EvidenceFixture with(
            ExperimentPlan newPlan, Set<Covariate> newSupplied, boolean outputDeclared, boolean workCounted) {
        return new EvidenceFixture(
                hypothesis,
                newPlan,
                comparison,
                trials,
                unchanged,
                repeated,
                removableShare,
                addressedShare,
                evidenceRuns,
                newSupplied,
                outputDeclared,
                workCounted,
                conduct,
                wavering,
                seed);
    }

    private static ExperimentPlan plan(MetricSpec metric, List<Guardrail> guardrails) {
        return new ExperimentPlan(metric, guardrails, List.of(), .01, .05, 400, .0025, 60, 60);
    }

    private static final Comparison COMPARISON = new Comparison(
            0, 1, 1, OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), Optional.empty(), "");

    private static final Hypothesis CLAIM = new Hypothesis(
            "h1",
            "family",
            List.of(Bottleneck.INPUT_STARVATION),
            ResourceAxis.IO,
            "a claim",
            new ConfigChange(List.of(new LeverSetting("workers", new LeverSetting.Environment("WORKERS"), "0", "4"))),
            OptionalDouble.empty(),
            new Provenance(Provenance.Origin.RULE, "test"),
            List.of(),
            new Fingerprint("0".repeat(64)));
}
