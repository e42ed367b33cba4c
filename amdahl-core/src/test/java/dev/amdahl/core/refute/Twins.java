package dev.amdahl.core.refute;

import dev.amdahl.spi.experiment.Trial.Order;

/** The honest twin of each trap: the same disturbance, and a true effect that is not explained by it. */
final class Twins {

    private Twins() {}

    static Trap inputDrift(long seed) {
        return Traps.trap(seed, (trap, draft) -> {
            draft.input[1] -= .05;
            draft.logVariant -= .25;
        });
    }

    static Trap queue(long seed) {
        return Traps.trap(seed, (trap, draft) -> {
            draft.queueInMetric = true;
            draft.queue[0] *= .2;
            draft.queue[1] *= .2;
            draft.logVariant -= .20;
        });
    }

    static Trap host(long seed) {
        return Traps.trap(seed, (trap, draft) -> {
            boolean slow = draft.index % 4 < 2;
            String host = (slow ? "slow-" : "fast-") + trap.random.nextInt(3);
            draft.host = host + "|" + host;
            draft.logBaseline += slow ? .06 : -.04;
            draft.logVariant += (slow ? .06 : -.04) - .06;
        });
    }

    static Trap order(long seed) {
        return Traps.trap(seed, (trap, draft) -> {
            draft.logVariant -= .10;
            if (draft.order == Order.BASELINE_FIRST) {
                draft.logBaseline += .02;
            } else {
                draft.logVariant += .02;
            }
        });
    }

    static Trap outlier(long seed) {
        return Traps.trap(seed, (trap, draft) -> {
            draft.logBaseline += draft.index % 12 == 3 ? Math.log(3) : 0;
            draft.logVariant -= .09;
        });
    }

    static Trap survivorship(long seed) {
        return Traps.trap(seed, (trap, draft) -> {
            draft.failed[0] = draft.index % 8 == 1;
            draft.failed[1] = draft.index % 8 == 5;
            draft.logVariant -= .06;
        });
    }

    static Trap clock(long seed) {
        return Traps.trap(seed, (trap, draft) -> {
            draft.clock[0] -= .05;
            draft.logVariant -= .20;
        });
    }

    static Trap throttled(long seed) {
        return Traps.trap(seed, (trap, draft) -> {
            draft.logVariant -= .08;
            if (draft.index % 6 == 0) {
                draft.throttled[0] = true;
                draft.logBaseline += .10;
            }
        });
    }

    static Trap granularity(long seed) {
        return Traps.trap(seed, (trap, draft) -> {
            draft.timer = 1;
            draft.logVariant -= .06;
        });
    }

    static Trap stragglers(long seed) {
        return Traps.trap(seed, (trap, draft) -> {
            draft.logBaseline += trap.random.nextDouble() < .05 ? Math.log(1.3) : 0;
            draft.logVariant += (trap.random.nextDouble() < .05 ? Math.log(1.3) : 0) - .12;
        });
    }
}
