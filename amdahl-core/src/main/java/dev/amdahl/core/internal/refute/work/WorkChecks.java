package dev.amdahl.core.internal.refute.work;

import dev.amdahl.core.internal.refute.check.Check;
import java.util.List;

/** Whether the same work was done. Immutable. */
public final class WorkChecks {
    /** Examined once, on all pairs: no majority can outvote one that fires. */
    public static final List<Check> FACTS =
            List.of(new OutputsEqual(), new CachedOutput(), new WorkConserved(), new ProgramUnchanged());

    private WorkChecks() {}
}
