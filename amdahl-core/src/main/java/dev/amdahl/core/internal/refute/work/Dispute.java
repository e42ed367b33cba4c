package dev.amdahl.core.internal.refute.work;

import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Wavering;
import java.util.List;

/**
 * A trial whose arms ended well and did not do the same, and what running it again on its seed has shown so far.
 *
 * @param trial the trial
 * @param repeats in order
 */
public record Dispute(Trial trial, List<Repeat> repeats) {
    /** Repeats, all of them alike, that show the change to be the cause. */
    public static final int REPEATS = 2;

    /**
     * One repeat.
     *
     * @param differs whether its arms did not do the same either
     * @param baselineDiffers whether the disputed baseline did otherwise than the repeated one
     * @param variantDiffers whether the disputed variant did
     */
    public record Repeat(boolean differs, boolean baselineDiffers, boolean variantDiffers) {}

    /** Who did otherwise. */
    public enum Cause {
        /** Not known yet: it is to be repeated. */
        OPEN,
        /** The change: the baselines agree, and the variant differs from them each time. */
        CHANGE,
        /** The unchanged job, which does not repeat itself, or nobody that can be told. */
        BASELINE_BY_CHANCE,
        /** The variant, now and not then, while the baselines agree. */
        VARIANT_BY_CHANCE
    }

    public Dispute {
        repeats = List.copyOf(repeats);
    }

    /** Returns how many of them are of which arm. */
    public static Wavering wavering(List<Dispute> disputes) {
        return new Wavering(count(disputes, Cause.VARIANT_BY_CHANCE), count(disputes, Cause.BASELINE_BY_CHANCE));
    }

    private static int count(List<Dispute> disputes, Cause cause) {
        return (int)
                disputes.stream().filter(dispute -> dispute.cause() == cause).count();
    }

    /** Returns who did otherwise, as far as it is known. */
    public Cause cause() {
        for (Repeat repeat : repeats) {
            if (repeat.baselineDiffers() || !repeat.variantDiffers()) {
                return Cause.BASELINE_BY_CHANCE;
            }
            if (!repeat.differs()) {
                return Cause.VARIANT_BY_CHANCE;
            }
        }
        return repeats.size() < REPEATS ? Cause.OPEN : Cause.CHANGE;
    }
}
