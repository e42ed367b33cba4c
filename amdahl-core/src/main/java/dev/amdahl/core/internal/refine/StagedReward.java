package dev.amdahl.core.internal.refine;

import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Speedup;
import dev.amdahl.spi.refine.Stage;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * How good a proposed change was, from 0 to 1, for ranking, for exports and for training elsewhere: .1 for a well-formed change, .2
 * more when it builds, .3 more when it is correct, and up to .4 more for its speed, log(speed-up) / log 4. The stages are those of Kevin
 * (Baronio et al. 2025, arXiv:2507.11948) with the speed bounded, so that no one lucky measurement outweighs a group.
 */
public final class StagedReward {
    private static final double FORMAT = .1;
    private static final double BUILD = .2;
    private static final double CORRECT = .3;
    private static final double SPEED = .4;
    private static final double FULL_SPEEDUP = 4;

    private static final Set<HypothesisState> WON = Set.of(
            HypothesisState.SURVIVED,
            HypothesisState.IN_REVIEW,
            HypothesisState.PROMOTED,
            HypothesisState.DECLINED,
            HypothesisState.STALE,
            HypothesisState.DECAYED);
    private static final Set<HypothesisState> SOUND = Set.of(
            HypothesisState.NO_EFFECT,
            HypothesisState.NOT_SEEN,
            HypothesisState.REGRESSION,
            HypothesisState.NOT_REPLICATED);

    private StagedReward() {}

    /** Returns the reward of a finding, by the lower bound of its speed-up: what is not shown earns nothing. Cheating earns 0 at any stage. */
    public static double of(Finding finding) {
        Stage stage = finding.hack().isPresent() ? Stage.NONE : finding.stage();
        return of(
                stage.compareTo(Stage.FORMED) >= 0,
                stage.compareTo(Stage.BUILT) >= 0,
                stage.compareTo(Stage.CORRECT) >= 0,
                stage == Stage.FASTER
                        ? finding.speedup()
                                .map(Speedup::lower)
                                .map(OptionalDouble::of)
                                .orElse(OptionalDouble.empty())
                        : OptionalDouble.empty());
    }

    /** Returns the reward of a hypothesis, by the estimate of its speed-up; empty where nothing was measured of it: that is no reward of 0. */
    public static OptionalDouble of(Dossier dossier) {
        HypothesisState state = dossier.state();
        if (WON.contains(state)) {
            OptionalDouble ratio = dossier.comparison().map(Comparison::ratio).orElse(OptionalDouble.empty());
            return OptionalDouble.of(of(
                    true,
                    true,
                    true,
                    ratio.isPresent() && ratio.getAsDouble() > 0
                            ? OptionalDouble.of(1 / ratio.getAsDouble())
                            : OptionalDouble.empty()));
        } else if (SOUND.contains(state)) {
            return OptionalDouble.of(of(true, true, true, OptionalDouble.empty()));
        } else if (state == HypothesisState.REFUTED) {
            return OptionalDouble.of(of(true, true, false, OptionalDouble.empty()));
        }
        return state == HypothesisState.BUILD_FAILED
                ? OptionalDouble.of(of(true, false, false, OptionalDouble.empty()))
                : OptionalDouble.empty();
    }

    /**
     * Returns the reward of a change; a later stage counts only after the earlier ones.
     *
     * @param speedup time before over time after; empty if not measured
     */
    public static double of(boolean isWellFormed, boolean builds, boolean isCorrect, OptionalDouble speedup) {
        if (speedup.isPresent() && !(speedup.getAsDouble() > 0)) {
            throw new IllegalArgumentException("a speed-up is > 0, was " + speedup.getAsDouble());
        }
        if (!isWellFormed) {
            return 0;
        }
        if (!builds) {
            return FORMAT;
        }
        if (!isCorrect) {
            return FORMAT + BUILD;
        }
        double speed = Math.log(Math.max(1, speedup.orElse(1))) / Math.log(FULL_SPEEDUP);
        return FORMAT + BUILD + CORRECT + SPEED * Math.min(1, speed);
    }
}
