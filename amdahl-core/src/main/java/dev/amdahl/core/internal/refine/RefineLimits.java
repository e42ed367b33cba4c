package dev.amdahl.core.internal.refine;

import java.time.Duration;
import java.util.OptionalDouble;

/**
 * When a search ends.
 *
 * @param attempts most candidates, those of an earlier run of the same search included
 * @param time most wall clock of this run; what has begun is finished
 * @param verification most time in the verifier in this run: the budget of the machine that measures
 * @param target the speed-up whose lower bound is enough
 */
public record RefineLimits(int attempts, Duration time, Duration verification, OptionalDouble target) {
    public RefineLimits {
        if (attempts < 1 || time.isNegative() || verification.isNegative() || !(target.orElse(2) > 1)) {
            throw new IllegalArgumentException("no limits of a search: " + attempts + " attempts, " + time + ", "
                    + verification + ", target " + target);
        }
    }

    /** So many attempts within this time, all of which may be spent on verification; no target. */
    public static RefineLimits of(int attempts, Duration time) {
        return new RefineLimits(attempts, time, time, OptionalDouble.empty());
    }

    /** Returns the same, that ends once a speed-up of at least this is shown. */
    public RefineLimits until(double speedup) {
        return new RefineLimits(attempts, time, verification, OptionalDouble.of(speedup));
    }
}
