package dev.amdahl.core.refute;

import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Trial.Order;

/** The honest twin of each trap: the same disturbance, and a true effect that is not explained by it. */
final class Twins {

    private Twins() {}

    static Trap inputDrift(long seed) {
        return Traps.trap(seed, Knobs.specified(), (trap, draft) -> {
            draft.input[1] -= .05;
            draft.log[1] -= .25;
        });
    }

    static Trap queue(long seed) {
        return Traps.trap(seed, Knobs.specified(), (trap, draft) -> {
            draft.counted = Draft.Counted.WALL_AND_QUEUE;
            draft.queue[0] *= .2;
            draft.queue[1] *= .2;
            draft.log[1] -= .20;
        });
    }

    /** Half the accelerators, for which it waits less, and seconds of accelerators as the metric. */
    static Trap shorterQueue(long seed) {
        return Traps.trap(seed, Knobs.specified(), (trap, draft) -> {
            draft.counted = Draft.Counted.WALL_OF_HALF;
            draft.queue[1] *= .3;
        });
    }

    static Trap host(long seed) {
        return Traps.trap(seed, Knobs.specified(), (trap, draft) -> {
            boolean slow = draft.index % 4 < 2;
            String host = (slow ? "slow-" : "fast-") + trap.random.nextInt(3);
            draft.host[0] = host;
            draft.host[1] = host;
            draft.log[0] += slow ? .06 : -.04;
            draft.log[1] += (slow ? .06 : -.04) - .06;
        });
    }

    static Trap order(long seed) {
        return Traps.trap(seed, Knobs.specified(), (trap, draft) -> {
            draft.log[1] -= .10;
            if (draft.order == Order.BASELINE_FIRST) {
                draft.log[0] += .02;
            } else {
                draft.log[1] += .02;
            }
        });
    }

    static Trap outlier(long seed) {
        return Traps.trap(seed, Knobs.specified(), (trap, draft) -> {
            draft.log[0] += draft.index % 12 == 3 ? Math.log(3) : 0;
            draft.log[1] -= .09;
        });
    }

    static Trap survivorship(long seed) {
        return Traps.trap(seed, Knobs.specified(), (trap, draft) -> {
            draft.failed[0] = draft.index % 8 == 1;
            draft.failed[1] = draft.index % 8 == 5;
            draft.log[1] -= .06;
        });
    }

    static Trap clock(long seed) {
        return Traps.trap(seed, Knobs.specified(), (trap, draft) -> {
            draft.clock[0] -= .05;
            draft.log[1] -= .20;
        });
    }

    static Trap throttled(long seed) {
        return Traps.trap(seed, Knobs.specified(), (trap, draft) -> {
            draft.log[1] -= .08;
            if (draft.index % 6 == 0) {
                draft.throttled[0] = true;
                draft.log[0] += .10;
            }
        });
    }

    static Trap granularity(long seed) {
        return Traps.trap(seed, Knobs.specified(), (trap, draft) -> {
            draft.timer = 1;
            draft.log[1] -= .06;
        });
    }

    static Trap stragglers(long seed) {
        return Traps.trap(seed, Knobs.specified(), (trap, draft) -> {
            draft.log[0] += trap.random.nextDouble() < .05 ? Math.log(1.3) : 0;
            draft.log[1] += (trap.random.nextDouble() < .05 ? Math.log(1.3) : 0) - .12;
        });
    }

    /** Looked at often, and yet as clear as evidence that allows it asks for. */
    static Evidence earlyStopping(long seed) {
        Evidence win = Traps.clean(seed, -.06).evidence(seed);
        return win.conduct(win.conduct().looks(20, false));
    }

    /** One metric of many, with an effect that is significant among all of them. */
    static Evidence chosenMetric(long seed) {
        return WrongClaims.chosenMetric(seed, Knobs.specified(), -.08);
    }

    static Evidence storedBaseline(long seed) {
        Evidence win = Traps.clean(seed, -.06).evidence(seed);
        return win.conduct(win.conduct().claimed(-.07));
    }

    static Trap mixedStrata(long seed) {
        Trap made = Traps.trap(seed, Knobs.specified(), (trap, draft) -> {
            for (int arm = 0; arm < 2; arm++) {
                boolean isBig = trap.random.nextDouble() < (arm == 0 ? .5 : .3);
                draft.stratum[arm] = isBig ? "2" : "1";
                draft.log[arm] += isBig ? Math.log(2) : 0;
            }
            draft.log[1] -= .30;
        });
        made.pairs = 60;
        return made;
    }

    /** Twelve processes of each arm with eight iterations each. */
    static Trap repetitions(long seed) {
        double[] level = new double[2];
        Trap made = Traps.trap(seed, Knobs.specified(), (trap, draft) -> {
            for (int arm = 0; arm < 2; arm++) {
                level[arm] = draft.index % 8 == 1 ? .02 * trap.random.nextGaussian() : level[arm];
                draft.log[arm] += level[arm];
                draft.process[arm] = (arm == 0 ? "p" : "q") + (draft.index - 1) / 8;
            }
            draft.log[1] -= .08;
        });
        made.pairs = 96;
        return made;
    }

    /** The variant tends to run later, and the baseline is the same early and late. */
    static Trap timeOfDay(long seed) {
        return Traps.trap(seed, Knobs.specified(), (trap, draft) -> {
            draft.started[0] = 3600 * 14 * trap.random.nextDouble();
            draft.started[1] = 3600 * (6 + 14 * trap.random.nextDouble());
            draft.log[1] -= .06;
        });
    }

    static Trap phases(long seed) {
        return Traps.trap(seed, Knobs.specified(), (trap, draft) -> {
            draft.phases.forEach(phases -> phases.put("run", .88 + .02 * trap.random.nextDouble()));
            draft.phases.forEach(phases -> phases.put("checkpoint", .10));
            draft.log[1] -= .06;
        });
    }
}
