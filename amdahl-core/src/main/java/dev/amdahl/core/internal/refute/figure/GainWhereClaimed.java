package dev.amdahl.core.internal.refute.figure;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;

/**
 * Fires if the classes that the claim addresses lost less than {@value #MIN_SHARE} of the time that is saved, by a traced run of each arm: then
 * something else was made faster, or left out. The bound is low, as a removed stall also moves its neighbors.
 */
final class GainWhereClaimed implements Check {
    private static final double MIN_SHARE = .25;

    @Override
    public String name() {
        return "gain where claimed";
    }

    @Override
    public boolean applies(Sample sample) {
        return sample.evidence().savedShare().isPresent();
    }

    @Override
    public Finding examine(Sample sample) {
        double share = sample.evidence().savedShare().orElseThrow();
        return share < MIN_SHARE
                ? Finding.fired(
                        "the time is saved elsewhere than in the classes that the change addresses", share, MIN_SHARE)
                : Finding.clear(share, MIN_SHARE);
    }
}
