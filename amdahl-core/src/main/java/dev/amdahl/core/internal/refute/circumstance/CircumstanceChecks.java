package dev.amdahl.core.internal.refute.circumstance;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.spi.experiment.Covariate;
import java.util.List;

/** Whether something else than the change was different between the arms. Immutable. */
public final class CircumstanceChecks {
    /** Made by each refuter on its own pairs, in this order. */
    public static final List<Check> STATISTICAL = List.of(
            new NoisyHost(),
            new MixedStrata(),
            new TimeOfDay(),
            new ClockDrift(Covariate.ACCELERATOR_MHZ),
            new ClockDrift(Covariate.CPU_MHZ),
            OneSidedArm.throttled(),
            new EqualCircumstances(),
            OneSidedArm.swapping(),
            OneSidedArm.faulting(),
            ExcessInVariant.ofProcesses(),
            ExcessInVariant.ofAccelerators(),
            new CpuSpill(),
            new WholeJobWall());

    private CircumstanceChecks() {}
}
