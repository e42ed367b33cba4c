package dev.amdahl.core.refute;

import dev.amdahl.spi.experiment.Evidence;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Fires if the variant is faster than removing all of a share F could make it: the 99 % lower bound of the speed-up lies above
 * 1 / (1 - min(.99, 1.1 F)). Applies only where F rests on two evidence runs or more.
 *
 * @param name its name
 * @param reason what follows if it fires
 * @param share the share F
 */
record SpeedBound(String name, String reason, Function<Evidence, OptionalDouble> share) implements Check {

    static SpeedBound ofEverything() {
        return new SpeedBound("speed bound", "faster than the change could make it", Evidence::removableShare);
    }

    static SpeedBound ofAddressedClasses() {
        return new SpeedBound(
                "addressed share", "explains more than the classes it addresses", Evidence::addressedShare);
    }

    @Override
    public boolean applies(Sample sample) {
        return sample.evidence().evidenceRuns() >= 2
                && share.apply(sample.evidence()).isPresent();
    }

    @Override
    public Finding examine(Sample sample) {
        double removable = share.apply(sample.evidence()).orElseThrow();
        double bound = 1 / (1 - Math.min(.99, 1.1 * removable));
        double speedup = Math.exp(-Significance.upperBound(sample.effects(), .99));
        return speedup > bound ? Finding.fired(reason, speedup, bound) : Finding.clear(speedup, bound);
    }
}
