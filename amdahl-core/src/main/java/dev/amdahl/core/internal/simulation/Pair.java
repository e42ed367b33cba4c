package dev.amdahl.core.internal.simulation;

import dev.amdahl.spi.experiment.Trial.Order;

/** One trial while a scenario shapes it: what the change and its circumstances make of the raw runs. Not thread-safe. */
final class Pair {
    final int set;
    final int index;
    final int repeated;
    final Arm baseline;
    final Arm variant;
    Order order;
    boolean outputsDiffer;

    Pair(int set, int index, int repeated, Order order, Arm baseline, Arm variant) {
        this.set = set;
        this.index = index;
        this.repeated = repeated;
        this.order = order;
        this.baseline = baseline;
        this.variant = variant;
    }

    /** What an arm did. */
    static final class Arm {
        int host;
        double logSeconds;
        double logInput;
        double logClock;
        double queueSeconds;
        double work = 1;
        boolean failed;
        /** What it writes in the place of the usual output; 0 for nothing. */
        long otherOutput;

        boolean isReadingLost;
        /** Share of the looks at the devices that found one at its power limit. */
        double powerCapped;

        Arm(int host, double logSeconds, double logInput) {
            this.host = host;
            this.logSeconds = logSeconds;
            this.logInput = logInput;
        }
    }

    Arm first() {
        return order == Order.BASELINE_FIRST ? baseline : variant;
    }

    boolean isMeasured() {
        return !baseline.failed && !variant.failed;
    }
}
