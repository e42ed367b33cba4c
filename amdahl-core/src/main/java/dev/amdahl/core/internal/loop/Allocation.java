package dev.amdahl.core.internal.loop;

import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.Accelerators;
import java.util.List;
import java.util.Optional;

/**
 * How many accelerators the arms of an experiment hold. Where they hold different ones, each arm is a submission of its own.
 *
 * @param baseline accelerators of the arm without the change
 * @param variant accelerators of the arm with it
 */
public record Allocation(int baseline, int variant) {

    /** Returns that of a hypothesis, tested on the family's present incumbent, or on that of its experiment. */
    public static Allocation of(JobSpec job, LedgerView view, Dossier dossier) {
        Incumbents incumbents = new Incumbents(view);
        var promoted = dossier.experiment()
                .map(experiment -> experiment.incumbent())
                .orElseGet(() -> incumbents.of(job.family()));
        return new Allocation(
                count(job, incumbents.changes(promoted)),
                count(job, incumbents.changed(promoted, dossier.hypothesis())));
    }

    /** Returns how many accelerators a job holds with these changes, of which the last to say it counts. */
    public static int count(JobSpec job, List<Change> changes) {
        int count = job.accelerators().count();
        for (Change change : changes) {
            if (change instanceof ConfigChange config) {
                for (LeverSetting setting : config.settings()) {
                    count = setting.target() instanceof LeverSetting.AcceleratorCount
                            ? Integer.parseInt(setting.to())
                            : count;
                }
            }
        }
        return count;
    }

    /** Returns whether a hypothesis changes how many accelerators the job holds. */
    public static boolean isChangedBy(Hypothesis hypothesis) {
        return hypothesis.change() instanceof ConfigChange config
                && config.settings().stream()
                        .anyMatch(setting -> setting.target() instanceof LeverSetting.AcceleratorCount);
    }

    /** Returns whether the arms are submissions of their own. */
    public boolean isSeparate() {
        return baseline != variant;
    }

    /** Returns what the arm holds that runs first, or second. */
    public int ofPlace(boolean isFirst, boolean isVariantFirst) {
        return isFirst == isVariantFirst ? variant : baseline;
    }

    /** Returns whether a planned run is one arm of such a block, by what it was planned to hold. */
    public static boolean isSeparate(JobSpec job, LedgerView view, RunPlan plan) {
        Optional<Dossier> dossier =
                plan.purpose().isOfExperiment() ? view.dossier(plan.hypothesis()) : Optional.empty();
        return dossier.filter(tested -> of(job, view, tested).isSeparate()).isPresent();
    }

    /** Returns what a planned run holds. */
    public static Accelerators held(JobSpec job, RunPlan plan) {
        return job.accelerators()
                .withCount(plan.accelerators().orElse(job.accelerators().count()));
    }
}
