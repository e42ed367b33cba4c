package dev.amdahl.spi.experiment;

import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.llm.CallBook;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/** What a refuter examines: a claimed win and everything recorded about it. Will grow; implementations are immutable. */
public interface Evidence {

    /** The claim. */
    Hypothesis hypothesis();

    /** The design it was fixed to. */
    ExperimentPlan plan();

    /** What the trials say. */
    Comparison comparison();

    /** Every trial, in order of submission, warm-ups and failures included. */
    List<Trial> trials();

    /**
     * Pairs of the unchanged job with itself, of the same family and regime: both arms are baselines, in the roles that were drawn for them.
     * What they show, the change did not do.
     */
    default List<Trial> unchanged() {
        return List.of();
    }

    /** Trials that had to be repeated because the infrastructure failed. */
    int repeated();

    /** Pairs assigned and left out, by whose circumstances they were: a sound rule leaves out as many for either arm. */
    default Exclusions exclusions() {
        return Exclusions.NONE;
    }

    /** Pairs that are not among the trials because an arm did otherwise once and not again. */
    default Wavering wavering() {
        return Wavering.NONE;
    }

    /** Share of all seconds, in the view of the metric, that the change could remove at the very most (F); empty if unknown. */
    OptionalDouble removableShare();

    /** Share of all seconds that the addressed classes hold; empty if unknown. */
    OptionalDouble addressedShare();

    /** How many independent evidence runs the shares rest on. */
    int evidenceRuns();

    /** Circumstances that this host and this job can supply; one that is missing from the record makes its check abstain. */
    Set<Covariate> supplied();

    /** Whether the job declares outputs that are reproducible between two baseline runs. */
    boolean isOutputDeclared();

    /** Whether the job counts its work. */
    boolean isWorkCounted();

    /** How the claim came about, as far as it is known. */
    default Conduct conduct() {
        return Conduct.UNKNOWN;
    }

    /** A seed for resampling; refuters derive their own from it. */
    long seed();

    /** Where a refuter books its calls of models. */
    default CallBook calls() {
        return CallBook.NONE;
    }
}
