package dev.amdahl.core.refute;

import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The parameters of a trap: those of its specification, or drawn from ranges around them. Not thread-safe.
 *
 * @param random draws the parameters; empty for those of the specification
 * @param effect the true log effect beside the trap
 * @param misstated share of arms whose circumstances are recorded as if nothing were the matter
 */
record Knobs(Optional<SplittableRandom> random, double effect, double misstated) {

    static Knobs specified() {
        return new Knobs(Optional.empty(), 0, 0);
    }

    static Knobs drawn(long seed) {
        return new Knobs(Optional.of(new SplittableRandom(seed)), 0, 0);
    }

    Knobs with(double trueEffect, double share) {
        return new Knobs(random, trueEffect, share);
    }

    double of(double specified, double least, double most) {
        return random.map(draw -> least + (most - least) * draw.nextDouble()).orElse(specified);
    }

    int count(int specified, int least, int most) {
        return random.map(draw -> draw.nextInt(least, most + 1)).orElse(specified);
    }
}
