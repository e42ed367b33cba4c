package dev.amdahl.core.refute;

import dev.amdahl.spi.experiment.Covariate;
import java.util.List;

/** What is checked: statistical checks that each refuter makes on its own pairs, and facts that are examined once on all. */
final class Checklist {

    static final List<Check> STATISTICAL = List.of(
            new OrderEffect(),
            new CarryOver(),
            new InputDrift(),
            new QueueInMetric(),
            new OneOutlier(),
            new HiddenFailures(),
            new UnreportedRuns(),
            new NoisyHost(),
            new MixedStrata(),
            new TimeOfDay(),
            new ClockDrift(Covariate.ACCELERATOR_MHZ),
            new ClockDrift(Covariate.CPU_MHZ),
            new ThrottledArm(),
            new EqualCircumstances(),
            OneSidedArm.swapping(),
            OneSidedArm.faulting(),
            ExcessInVariant.ofProcesses(),
            ExcessInVariant.ofAccelerators(),
            new CpuSpill(),
            new WholeJobWall(),
            new TimerResolution(),
            new PhaseTruncation(),
            new IndependentRuns(),
            new EarlyStopping(),
            new ChosenMetric(),
            new StoredBaseline(),
            new Stragglers(),
            new Guardrails(),
            SpeedBound.ofAddressedClasses());

    static final List<Check> FACTS = List.of(
            new OutputsEqual(),
            new CachedOutput(),
            new WorkConserved(),
            new ProgramUnchanged(),
            SpeedBound.ofEverything(),
            new PossibleRate(),
            new SampleRatio(),
            new EvidenceKept());

    private Checklist() {}
}
