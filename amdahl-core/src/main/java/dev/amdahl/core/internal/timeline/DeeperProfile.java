package dev.amdahl.core.internal.timeline;

import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.util.Locale;
import java.util.Optional;

/** Says which profile would explain gap seconds that have no cause. */
final class DeeperProfile {
    private DeeperProfile() {}

    /** Returns what to record where the run had a timeline; empty if the diagnosis explains itself. */
    static Optional<String> wanted(Diagnosis diagnosis, Attribution attribution) {
        return diagnosis.isExplained() ? Optional.empty() : Optional.of(sentence(diagnosis, advice(attribution)));
    }

    /** Returns what to record where it had none. */
    static Optional<String> wanted(Diagnosis diagnosis) {
        return diagnosis.isExplained()
                ? Optional.empty()
                : Optional.of(sentence(
                        diagnosis,
                        "record what the accelerators did, such as a torch.profiler trace with CPU and CUDA"
                                + " activities, an nsys export, or at least nvidia-smi utilisation"));
    }

    private static String sentence(Diagnosis diagnosis, String advice) {
        double share = diagnosis.unattributedShareOfGaps();
        String why = share > 0
                ? String.format(
                        Locale.ROOT, "the cause of %.1f %% of the idle time is unknown, more than 10 %%", 100 * share)
                : "no second was accounted for";
        return Bottleneck.UNATTRIBUTED + ": " + why + ": needs a deeper profile; " + advice;
    }

    private static String advice(Attribution attribution) {
        int shown = attribution.workingDevices();
        if (shown == 0) {
            return "record device activity: the timeline shows none";
        }
        if (shown < attribution.accelerators()) {
            return "record every rank: " + shown + " of " + attribution.accelerators() + " accelerators are shown";
        }
        Window window = attribution.window();
        if (window.uncovered() > 0 || !attribution.window().findings().isEmpty()) {
            return "record the whole run on the wall clock, or a job log with the times of its steps: the trace covers only a"
                    + " part";
        }
        return attribution.hosts().all().isShown()
                ? "record what the host threads did in the gaps: host stacks (with_stack, perf, py-spy) or off-processor time"
                        + " (offcputime)"
                : "record host activity beside the device's: CPU activities of the profiler, or host stacks";
    }
}
