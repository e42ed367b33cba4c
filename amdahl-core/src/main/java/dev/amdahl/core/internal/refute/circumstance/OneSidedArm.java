package dev.amdahl.core.internal.refute.circumstance;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.refute.check.Significance;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.Trial;
import java.util.Set;

/**
 * Discards the pairs in which one arm alone was disturbed, and fires if the effect does not hold on the rest.
 *
 * @param name its name
 * @param disturbance what is counted
 * @param most the count above which an arm was disturbed
 * @param what the disturbance in words
 */
record OneSidedArm(String name, Covariate disturbance, double most, String what) implements Check {
    private static final double MANY_FAULTS = 100;

    static OneSidedArm throttled() {
        return new OneSidedArm(
                "throttled in one arm", Covariate.ACCELERATOR_THROTTLED, Sample.MOMENT, "one arm was throttled");
    }

    static OneSidedArm swapping() {
        return new OneSidedArm("swapping in one arm", Covariate.SWAPPED_PAGES, 0, "the machine swapped in one arm");
    }

    static OneSidedArm faulting() {
        return new OneSidedArm(
                "page faults in one arm",
                Covariate.MAJOR_FAULTS,
                MANY_FAULTS,
                "one arm alone waited for pages of a disk");
    }

    @Override
    public Set<Covariate> requires() {
        return Set.of(disturbance);
    }

    @Override
    public Finding examine(Sample sample) {
        double[] kept = sample.effects(this::isEven);
        int discarded = sample.size() - kept.length;
        if (discarded == 0) {
            return Finding.clear(0, 0);
        }
        return kept.length < 2
                        || Significance.isExplainedAway(
                                Summary.mean(kept), Significance.differsFromZero(kept), sample.meanEffect())
                ? Finding.fired(
                        "without the " + discarded + " pairs in which " + what + " the effect does not hold",
                        discarded,
                        0)
                : Finding.clear(discarded, 0);
    }

    private boolean isEven(Trial trial) {
        return isDisturbed(trial.baseline()) == isDisturbed(trial.variant());
    }

    private boolean isDisturbed(ArmResult arm) {
        return Sample.value(arm, disturbance) > most;
    }
}
