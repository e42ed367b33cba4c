package dev.amdahl.spi.contract;

import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Conduct;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.hypothesis.Hypothesis;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/** The same claim with nothing to show for it. Immutable. */
record EvidenceWithoutTrials(Evidence whole) implements Evidence {

    @Override
    public List<Trial> trials() {
        return List.of();
    }

    @Override
    public Hypothesis hypothesis() {
        return whole.hypothesis();
    }

    @Override
    public ExperimentPlan plan() {
        return whole.plan();
    }

    @Override
    public Comparison comparison() {
        return whole.comparison();
    }

    @Override
    public int repeated() {
        return whole.repeated();
    }

    @Override
    public OptionalDouble removableShare() {
        return whole.removableShare();
    }

    @Override
    public OptionalDouble addressedShare() {
        return whole.addressedShare();
    }

    @Override
    public int evidenceRuns() {
        return whole.evidenceRuns();
    }

    @Override
    public Set<Covariate> supplied() {
        return whole.supplied();
    }

    @Override
    public boolean isOutputDeclared() {
        return whole.isOutputDeclared();
    }

    @Override
    public boolean isWorkCounted() {
        return whole.isWorkCounted();
    }

    @Override
    public Conduct conduct() {
        return whole.conduct();
    }

    @Override
    public long seed() {
        return whole.seed();
    }
}
