package dev.amdahl.core.internal.change;

import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.LeverSetting;
import java.util.Optional;

/** Changes that lower the limit of power of accelerators while an arm runs. */
public final class PowerCaps {
    /** The variable of an arm that says to what its accelerators are capped, as {@code 300 W} or {@code 80 %}; its command never sees it. */
    public static final String VARIABLE = "AMDAHL_POWER_CAP";

    private PowerCaps() {}

    /** Returns whether a change sets a limit of power. */
    public static boolean isIn(Change change) {
        return change instanceof ConfigChange config
                && config.settings().stream().anyMatch(setting -> setting.target() instanceof LeverSetting.PowerCap);
    }

    /**
     * Returns why a hypothesis that caps power may not be tried on a job; empty if it may, or caps none.
     *
     * @param isAllowed whether the policy allows it
     */
    public static Optional<String> obstacle(boolean isAllowed, JobSpec job, Hypothesis hypothesis) {
        if (!isIn(hypothesis.change())) {
            return Optional.empty();
        }
        if (!isAllowed) {
            return Optional.of(
                    "policy guards the limit of power of accelerators, which no change may touch: write policy: {power: allow} to allow it");
        }
        if (job.metric().isTime()) {
            return Optional.of("a cap on power saves no time, and the job is compared by "
                    + job.metric().name() + ": set its metric to accelerator_joules_per_work_unit");
        }
        return job.deadline().isPresent()
                ? Optional.empty()
                : Optional.of(
                        "a run under a cap on power may take longer, and the job does not say how long it may take:"
                                + " add 'deadline:' to the job");
    }
}
