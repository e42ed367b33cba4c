package dev.amdahl.spi.experiment;

import dev.amdahl.spi.experiment.Trial.Order;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.job.Guardrail;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.llm.CallBook;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * A claimed win and everything recorded about it, for a refuter to examine. Components may be added: begin with {@link #ofPairs} or {@link
 * #of} and add what is known, each call returns a changed copy.
 *
 * @param hypothesis the claim
 * @param plan the design it was fixed to
 * @param comparison what the trials say
 * @param trials every trial, in order of submission, warm-ups and failures included
 * @param unchanged pairs of the unchanged job with itself, of the same family and regime: both arms are baselines, in the roles that were
 *     drawn for them. What they show, the change did not do
 * @param repeated trials that had to be repeated because the infrastructure failed
 * @param exclusions pairs assigned and left out, by whose circumstances they were: a sound rule leaves out as many for either arm
 * @param wavering pairs that are not among the trials because an arm did otherwise once and not again
 * @param removableShare share of all seconds, in the view of the metric, that the change could remove at the very most (F); empty if
 *     unknown
 * @param addressedShare share of all seconds that the addressed classes hold; empty if unknown
 * @param savedShare share of the saved time that the addressed classes lost, by a traced run of each arm; below 0 where they hold more
 *     than before, empty if unknown
 * @param evidenceRuns how many independent evidence runs the shares rest on
 * @param supplied covariates that this host and this job can supply; one that is missing from the record makes its check abstain
 * @param isOutputDeclared whether the job declares outputs that are reproducible between two baseline runs
 * @param isWorkCounted whether the job counts its work
 * @param conduct how the claim came about, as far as it is known
 * @param seed a seed for resampling; refuters derive their own from it
 * @param calls where a refuter books its calls of models
 */
public record Evidence(
        Hypothesis hypothesis,
        ExperimentPlan plan,
        Comparison comparison,
        List<Trial> trials,
        List<Trial> unchanged,
        int repeated,
        Exclusions exclusions,
        Wavering wavering,
        OptionalDouble removableShare,
        OptionalDouble addressedShare,
        OptionalDouble savedShare,
        int evidenceRuns,
        Set<Covariate> supplied,
        boolean isOutputDeclared,
        boolean isWorkCounted,
        AnalysisConduct conduct,
        long seed,
        CallBook calls) {
    private static final Comparison NOT_COMPARED = new Comparison(
            0, 1, 1, OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), Optional.empty(), "");

    private static final Hypothesis CLAIM = new Hypothesis(
            "claim",
            "pairs",
            List.of(Bottleneck.UNATTRIBUTED),
            Bottleneck.UNATTRIBUTED.axis(),
            "the variant is better than the baseline",
            new ConfigChange(List.of(new LeverSetting("arm", new LeverSetting.Undeclared(), "baseline", "variant"))),
            OptionalDouble.empty(),
            new Provenance(Provenance.Origin.IDEA, "caller"),
            List.of(),
            new Fingerprint("0".repeat(64)));

    public Evidence {
        trials = List.copyOf(trials);
        unchanged = List.copyOf(unchanged);
        supplied = Set.copyOf(supplied);
    }

    /**
     * Returns the evidence of pairs that the caller measured himself: log(variant / baseline) by pair, in the order in which they ran, where
     * below 0 the variant is better. A pair of which an arm failed is {@link Double#NaN}. Nothing else is known of them.
     */
    public static Evidence ofPairs(double... logRatios) {
        List<Trial> pairs = new ArrayList<>();
        for (int i = 0; i < logRatios.length; i++) {
            boolean isMeasured = Double.isFinite(logRatios[i]);
            pairs.add(new Trial(
                    "pair-" + (i + 1),
                    1,
                    i + 1,
                    Order.UNKNOWN,
                    "",
                    ArmResult.notRun("a").exited(OptionalInt.of(0)),
                    ArmResult.notRun("b").exited(OptionalInt.of(isMeasured ? 0 : 1)),
                    isMeasured ? OptionalDouble.of(logRatios[i]) : OptionalDouble.empty(),
                    List.of()));
        }
        return of(pairs, pairs.size());
    }

    /** Returns a claim on wall seconds that rests on these trials; nothing else is declared, supplied or known. */
    public static Evidence of(List<Trial> trials, long seed) {
        return new Evidence(
                CLAIM,
                new ExperimentPlan(MetricSpec.WALL_SECONDS, List.of(), List.of(), .01, .05, 400, .0025, 60, 60),
                NOT_COMPARED,
                trials,
                List.of(),
                0,
                Exclusions.NONE,
                Wavering.NONE,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                0,
                Set.of(),
                false,
                false,
                AnalysisConduct.UNKNOWN,
                seed,
                CallBook.NONE);
    }

    /** Returns a copy that says of each pair which arm ran first. */
    public Evidence order(Order... first) {
        return trials(i -> trials.get(i).order(first[i]), first.length);
    }

    /** Returns a copy with a covariate of both arms by pair; one that is not a number was lost. */
    public Evidence covariate(Covariate covariate, double[] baseline, double[] variant) {
        if (variant.length != baseline.length) {
            throw new IllegalArgumentException(
                    covariate + " has " + baseline.length + " baselines and " + variant.length + " variants");
        }
        Set<Covariate> all = new HashSet<>(supplied);
        all.add(covariate);
        return trials(
                        i -> trials.get(i)
                                .arms(
                                        with(trials.get(i).baseline(), covariate, baseline[i]),
                                        with(trials.get(i).variant(), covariate, variant[i])),
                        baseline.length)
                .with(draft -> draft.supplied = all);
    }

    private static ArmResult with(ArmResult arm, Covariate covariate, double value) {
        return Double.isFinite(value) ? arm.covariate(covariate, value) : arm;
    }

    private Evidence trials(IntFunction<Trial> change, int given) {
        if (given != trials.size()) {
            throw new IllegalArgumentException(given + " values for " + trials.size() + " pairs");
        }
        List<Trial> changed = new ArrayList<>();
        for (int i = 0; i < given; i++) {
            changed.add(change.apply(i));
        }
        return trials(changed);
    }

    /** Returns a copy that claims something else. */
    public Evidence hypothesis(Hypothesis claim) {
        return with(draft -> draft.hypothesis = claim);
    }

    /** Returns a copy that claims the same of another change. */
    public Evidence changing(Change change) {
        return hypothesis(new Hypothesis(
                hypothesis.id(),
                hypothesis.family(),
                hypothesis.addresses(),
                hypothesis.axis(),
                hypothesis.title(),
                change,
                hypothesis.expectedFraction(),
                hypothesis.provenance(),
                hypothesis.evidence(),
                hypothesis.fingerprint()));
    }

    /** Returns a copy on another metric. */
    public Evidence metric(MetricSpec metric) {
        return plan(metric, plan.guardrails());
    }

    /** Returns a copy with guardrails. */
    public Evidence guardrails(Guardrail... guardrails) {
        return plan(plan.metric(), List.of(guardrails));
    }

    private Evidence plan(MetricSpec metric, List<Guardrail> guardrails) {
        return plan(new ExperimentPlan(
                metric,
                guardrails,
                plan.outputs(),
                plan.minimumEffect(),
                plan.sigma(),
                plan.bar(),
                plan.alpha(),
                plan.firstCap(),
                plan.confirmationCap()));
    }

    /** Returns a copy with the design it was fixed to. */
    public Evidence plan(ExperimentPlan fixed) {
        return with(draft -> draft.plan = fixed);
    }

    /** Returns a copy with what the trials are said to show. */
    public Evidence comparison(Comparison said) {
        return with(draft -> draft.comparison = said);
    }

    /** Returns a copy with other trials. */
    public Evidence trials(List<Trial> others) {
        return with(draft -> draft.trials = others);
    }

    /** Returns a copy with pairs of the unchanged job with itself. */
    public Evidence unchanged(List<Trial> pairs) {
        return with(draft -> draft.unchanged = pairs);
    }

    /** Returns a copy with pairs that are not among the trials because an arm did otherwise once. */
    public Evidence wavering(int variant, int baseline) {
        return with(draft -> draft.wavering = new Wavering(variant, baseline));
    }

    /** Returns a copy with the shares known from a number of evidence runs. */
    public Evidence shares(double removable, double addressed, int runs) {
        return with(draft -> {
            draft.removableShare = OptionalDouble.of(removable);
            draft.addressedShare = OptionalDouble.of(addressed);
            draft.evidenceRuns = runs;
        });
    }

    /** Returns a copy of which traced runs show so much of the saved time in the classes it addresses. */
    public Evidence savedShare(double share) {
        return with(draft -> draft.savedShare = OptionalDouble.of(share));
    }

    /** Returns a copy on a host and a job that supply these covariates. */
    public Evidence supplying(Covariate... covariates) {
        return with(draft -> draft.supplied = Set.of(covariates));
    }

    /** Returns a copy of a job that declares reproducible outputs. */
    public Evidence outputsDeclared() {
        return with(draft -> draft.isOutputDeclared = true);
    }

    /** Returns a copy of a job that counts its work. */
    public Evidence workCounted() {
        return with(draft -> draft.isWorkCounted = true);
    }

    /** Returns a copy with what is known of how the claim came about. */
    public Evidence conduct(AnalysisConduct known) {
        return with(draft -> draft.conduct = known);
    }

    private Evidence with(Consumer<Draft> change) {
        Draft draft = new Draft();
        change.accept(draft);
        return new Evidence(
                draft.hypothesis,
                draft.plan,
                draft.comparison,
                draft.trials,
                draft.unchanged,
                repeated,
                exclusions,
                draft.wavering,
                draft.removableShare,
                draft.addressedShare,
                draft.savedShare,
                draft.evidenceRuns,
                draft.supplied,
                draft.isOutputDeclared,
                draft.isWorkCounted,
                draft.conduct,
                seed,
                calls);
    }

    /** The components that a copy may change. */
    private final class Draft {
        private Hypothesis hypothesis = Evidence.this.hypothesis;
        private ExperimentPlan plan = Evidence.this.plan;
        private Comparison comparison = Evidence.this.comparison;
        private List<Trial> trials = Evidence.this.trials;
        private List<Trial> unchanged = Evidence.this.unchanged;
        private Wavering wavering = Evidence.this.wavering;
        private OptionalDouble removableShare = Evidence.this.removableShare;
        private OptionalDouble addressedShare = Evidence.this.addressedShare;
        private OptionalDouble savedShare = Evidence.this.savedShare;
        private int evidenceRuns = Evidence.this.evidenceRuns;
        private Set<Covariate> supplied = Evidence.this.supplied;
        private boolean isOutputDeclared = Evidence.this.isOutputDeclared;
        private boolean isWorkCounted = Evidence.this.isWorkCounted;
        private AnalysisConduct conduct = Evidence.this.conduct;
    }
}
