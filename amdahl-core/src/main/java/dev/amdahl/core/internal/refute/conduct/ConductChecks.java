package dev.amdahl.core.internal.refute.conduct;

import dev.amdahl.core.internal.refute.check.Check;
import java.util.List;

/** Whether the trials were drawn, run and recorded as they should be. Immutable. */
public final class ConductChecks {
    /** Made by each refuter on its own pairs, in this order. */
    public static final List<Check> STATISTICAL = List.of(
            new OrderEffect(),
            new CarryOver(),
            new InputDrift(),
            new QueueInMetric(),
            new OneOutlier(),
            new HiddenFailures(),
            new UnreportedRuns());

    /** Examined once, on all pairs: no majority can outvote one that fires. */
    public static final List<Check> FACTS = List.of(new RatioOfRuns(), new MissingMeasurements());

    private ConductChecks() {}
}
