package dev.amdahl.core.internal.refine;

import dev.amdahl.spi.refine.Finding;

/**
 * The reward of a finding, for ranking and for training elsewhere: a tenth each for form and build, three tenths for right results,
 * and up to a half for speed, in proportion to the logarithm of the speed-up up to a factor of 8. Cheating earns nothing, whatever
 * stage it reached. The stages are those of Kevin (Baronio et al. 2025, arXiv:2507.11948) with the speed bounded, so that no one lucky
 * measurement outweighs a group.
 */
public final class StagedReward {
    private static final double FORM = .1;
    private static final double BUILD = .1;
    private static final double CORRECT = .3;
    private static final double SPEED = .5;
    private static final double MAX_RATIO = 8;

    private StagedReward() {}

    /** The reward, in [0, 1]. */
    public static double of(Finding finding) {
        if (finding.hack().isPresent()) {
            return 0;
        }
        return switch (finding.stage()) {
            case NONE -> 0;
            case FORMED -> FORM;
            case BUILT -> FORM + BUILD;
            case CORRECT -> FORM + BUILD + CORRECT;
            case FASTER -> FORM + BUILD + CORRECT + SPEED * speed(finding);
        };
    }

    /** By the lower bound: what is not shown earns nothing. */
    private static double speed(Finding finding) {
        double shown = finding.speedup().map(speedup -> speedup.lower()).orElse(1.0);
        return Math.min(1, Math.max(0, Math.log(shown) / Math.log(MAX_RATIO)));
    }
}
