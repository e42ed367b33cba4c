package dev.amdahl.core.internal.refute.figure;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.refute.check.Significance;
import dev.amdahl.spi.experiment.Evidence;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Fires if the variant is faster than removing all of a share F could make it: the 99 % lower bound of the speed-up of a whole run lies
 * above 1 / (1 - min(.99, slack F)). Applies only where F rests on two evidence runs or more. The bound of everything has a slack of 1.1.
 * That of the addressed classes has 1.5: a removed stall also warms caches and clocks, so that neighbouring classes shrink with it.
 *
 * @param name its name
 * @param reason what follows if it fires
 * @param slack how much larger than measured F may be
 * @param share the share F
 */
record SpeedBound(String name, String reason, double slack, Function<Evidence, OptionalDouble> share) implements Check {

    private static final double FACT_SLACK = 1.1;
    private static final double ADDRESSED_SLACK = 1.5;

    static SpeedBound ofEverything() {
        return new SpeedBound(
                "speed bound", "faster than the change could make it", FACT_SLACK, Evidence::removableShare);
    }

    static SpeedBound ofAddressedClasses() {
        return new SpeedBound(
                "addressed share",
                "explains more than the classes it addresses",
                ADDRESSED_SLACK,
                Evidence::addressedShare);
    }

    @Override
    public boolean applies(Sample sample) {
        return sample.evidence().evidenceRuns() >= 2
                && share.apply(sample.evidence()).isPresent();
    }

    @Override
    public Finding examine(Sample sample) {
        double removable = share.apply(sample.evidence()).orElseThrow();
        double bound = 1 / (1 - Math.min(.99, slack * removable));
        double ratio = Math.exp(Significance.upperBound(sample.effects(), .99));
        double speedup = 1 / sample.evidence().plan().sampled().whole(ratio);
        return speedup > bound ? Finding.fired(reason, speedup, bound) : Finding.clear(speedup, bound);
    }
}
