package dev.amdahl.core.analysis;

import dev.amdahl.core.internal.timeline.Diagnose;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Profile;
import java.util.List;

/** Accounts for the accelerator time of a trace: how much was productive, and which bottleneck took the rest. */
public final class TraceAccount {
    private TraceAccount() {}

    /**
     * Returns the diagnosis of one timeline, whose own span is the wall time.
     *
     * @param job name of the job, for the diagnosis
     * @param profiles what other profilers saw of the same run, and the profile of the timeline itself
     */
    public static Diagnosis of(String job, Timeline timeline, List<Profile> profiles) {
        return Diagnose.diagnose(job, timeline, profiles);
    }
}
