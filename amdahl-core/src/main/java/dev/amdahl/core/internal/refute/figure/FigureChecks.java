package dev.amdahl.core.internal.refute.figure;

import dev.amdahl.core.internal.refute.check.Check;
import java.util.List;

/** Whether the figure means what the claim says. Immutable. */
public final class FigureChecks {
    /** Made by each refuter on its own pairs, in this order. */
    public static final List<Check> STATISTICAL = List.of(
            new TimerResolution(),
            new PhaseTruncation(),
            new IndependentRuns(),
            new EarlyStopping(),
            new ChosenMetric(),
            new StoredBaseline(),
            new Stragglers(),
            new Guardrails(),
            SpeedBound.ofAddressedClasses(),
            new GainWhereClaimed());

    /** Examined once, on all pairs: no majority can outvote one that fires. */
    public static final List<Check> FACTS = List.of(SpeedBound.ofEverything(), new PossibleRate());

    private FigureChecks() {}
}
