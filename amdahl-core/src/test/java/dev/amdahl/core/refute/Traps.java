package dev.amdahl.core.refute;

import dev.amdahl.core.internal.stats.Normal;
import dev.amdahl.spi.experiment.Trial.Order;
import dev.amdahl.spi.job.OutputRule;
import java.util.List;
import java.util.function.BiConsumer;

/** Traps that change what a pair is like, each without a true effect unless said. */
final class Traps {

    private Traps() {}

    static Trap inputDrift(long seed, Knobs knobs) {
        double drift = knobs.of(.05, .035, .09);
        return trap(seed, knobs, (trap, draft) -> draft.input[1] -= drift);
    }

    static Trap queue(long seed, Knobs knobs) {
        double before = knobs.of(80, 70, 120);
        double after = knobs.of(50, 30, 50);
        return trap(seed, knobs, (trap, draft) -> {
            draft.counted = Draft.Counted.WALL_AND_QUEUE;
            draft.queue[0] = gamma4(trap, before);
            draft.queue[1] = gamma4(trap, after);
        });
    }

    static Trap host(long seed, Knobs knobs) {
        double slow = knobs.of(.06, .05, .09);
        double fast = knobs.of(-.04, -.06, -.03);
        double share = knobs.of(.85, .78, .95);
        return trap(seed, knobs, (trap, draft) -> {
            for (int arm = 0; arm < 2; arm++) {
                boolean own = trap.random.nextDouble() < share;
                boolean isSlow = own == (arm == 0);
                draft.host[arm] = (isSlow ? "slow-" : "fast-") + trap.random.nextInt(3);
                draft.log[arm] += isSlow ? slow : fast;
            }
        });
    }

    static Trap order(long seed, Knobs knobs) {
        double cold = knobs.of(.04, .035, .08);
        double exceptions = knobs.of(0, 0, .1);
        return trap(seed, knobs, (trap, draft) -> {
            boolean baselineFirst = trap.random.nextDouble() >= exceptions;
            draft.order = baselineFirst ? Order.BASELINE_FIRST : Order.VARIANT_FIRST;
            draft.log[baselineFirst ? 0 : 1] += cold;
        });
    }

    static Trap carryOver(long seed, Knobs knobs) {
        double gain = knobs.of(.08, .07, .12);
        return trap(seed, knobs, (trap, draft) -> draft.log[1] -= draft.order == Order.BASELINE_FIRST ? gain : 0);
    }

    static Trap outlier(long seed, Knobs knobs) {
        double times = knobs.of(3, 2.5, 5);
        int count = knobs.count(2, 2, 3);
        return trap(seed, knobs, (trap, draft) -> {
            boolean straggles = draft.index % Math.max(1, trap.pairs / count) == 3;
            draft.failed[0] &= !straggles;
            draft.failed[1] &= !straggles;
            draft.log[0] += straggles ? Math.log(times) : 0;
        });
    }

    static Trap survivorship(long seed, Knobs knobs) {
        double share = knobs.of(.25, .2, .35);
        double slow = knobs.of(.25, .15, .4);
        double fast = knobs.of(-.03, -.05, -.03);
        double fail = knobs.of(.95, .9, 1);
        Trap made = trap(seed, knobs, (trap, draft) -> {
            if (trap.random.nextDouble() < share) {
                draft.failed[1] |= trap.random.nextDouble() < fail;
                draft.log[1] += slow;
            } else {
                draft.log[1] += fast;
            }
        });
        made.pairs = knobs.count(40, 30, 50);
        return made;
    }

    static Trap clock(long seed, Knobs knobs) {
        double throttle = knobs.of(-.05, -.09, -.04);
        return trap(seed, knobs, (trap, draft) -> draft.clock[0] += throttle);
    }

    static Trap output(long seed, Knobs knobs) {
        double gain = knobs.of(-.10, -.2, -.05);
        int inputs = knobs.count(8, 4, 16);
        return trap(seed, knobs, (trap, draft) -> {
            draft.log[1] += gain;
            draft.mismatches =
                    draft.index % inputs == 0 ? List.of(new OutputRule("out", new OutputRule.Exact())) : List.of();
            draft.failed[0] &= draft.mismatches.isEmpty();
            draft.failed[1] &= draft.mismatches.isEmpty();
        });
    }

    static Trap implausible(long seed, Knobs knobs, double logSpeedup) {
        return trap(seed, knobs, (trap, draft) -> draft.log[1] -= logSpeedup);
    }

    /** Unpaired: each run is a job of its own, big or small. */
    static Trap simpson(long seed, Knobs knobs) {
        double[] big = {knobs.of(.7, .65, .8), knobs.of(.3, .2, .35)};
        double ratio = knobs.of(2, 1.6, 3);
        Trap made = trap(seed, knobs, (trap, draft) -> {
            for (int arm = 0; arm < 2; arm++) {
                boolean isBig = trap.random.nextDouble() < big[arm];
                draft.stratum[arm] = isBig ? "2" : "1";
                draft.log[arm] += (isBig ? Math.log(ratio) : 0) + .10 * trap.random.nextGaussian();
            }
        });
        made.pairs = knobs.count(60, 40, 80);
        made.pairNoise = 0;
        return made;
    }

    static Trap granularity(long seed, Knobs knobs) {
        double tick = knobs.count(1, 1, 2) == 1 ? 1 : .1;
        double middle = tick * (knobs.count(2, 1, 4) + .5);
        double above = middle * knobs.of(.004, .003, .006);
        double below = middle * knobs.of(.008, .006, .010);
        double spread = knobs.of(.005, .002, .005) / Math.sqrt(2);
        Trap made = trap(seed, knobs, (trap, draft) -> {
            draft.timer = tick;
            for (int arm = 0; arm < 2; arm++) {
                draft.input[arm] = 0;
                draft.clock[arm] = 0;
                draft.failed[arm] = false;
                draft.log[arm] = Math.log((arm == 0 ? middle + above : middle - below) / Draft.BASE_SECONDS)
                        + spread * trap.random.nextGaussian();
            }
        });
        made.pairs = knobs.count(12, 10, 24);
        return made;
    }

    /** The baseline by day, the variant by night: one after the other, or each day again. */
    static Trap timeOfDay(long seed, Knobs knobs) {
        double load = knobs.of(.05, .04, .10);
        boolean daily = knobs.count(0, 0, 1) == 1;
        return trap(seed, knobs, (trap, draft) -> {
            for (int arm = 0; arm < 2; arm++) {
                double spread = 3600 * 7 * trap.random.nextDouble();
                double day = daily ? (draft.index % 5) : 0;
                draft.started[arm] = 86_400 * day + 3600 * (arm == 0 ? 10 : 22) + spread;
            }
            draft.log[0] += load;
        });
    }

    /** A share of the variant's runs, the slowest, never reports. */
    static Trap sampleRatio(long seed, Knobs knobs) {
        double share = knobs.of(.30, .25, .40);
        return trap(seed, knobs, (trap, draft) -> {
            double slower = draft.log[1] + draft.input[1] - draft.log[0] - draft.input[0];
            double spread = Math.hypot(trap.noise, .02 * Math.sqrt(2));
            draft.reported[1] = slower < trap.effect + spread * Normal.quantile(1 - share);
        });
    }

    static Trap phaseTruncation(long seed, Knobs knobs) {
        double tail = knobs.of(.10, .05, .15);
        boolean named = knobs.count(1, 0, 1) == 1;
        return trap(seed, knobs, (trap, draft) -> {
            draft.counted = Draft.Counted.PHASES;
            for (int arm = 0; arm < 2; arm++) {
                draft.phases.get(arm).put("run", .99 - tail);
                draft.phases.get(arm).put("checkpoint", arm == 0 ? tail : .001);
            }
            if (named) {
                draft.phases.get(1).remove("checkpoint");
            }
        });
    }

    static Trap fidelityCut(long seed, Knobs knobs) {
        double cut = knobs.of(.05, .03, .15);
        return trap(seed, knobs, (trap, draft) -> {
            draft.log[1] += Math.log(1 - cut);
            draft.work[1] *= 1 - cut;
        });
    }

    static Trap throttled(long seed, Knobs knobs) {
        return trap(seed, knobs, (trap, draft) -> {
            if (draft.index % 3 != 0) {
                draft.throttled[0] = true;
                draft.log[0] += .10;
            }
        });
    }

    static Trap stragglers(long seed, Knobs knobs) {
        return trap(
                seed,
                knobs,
                (trap, draft) -> draft.log[1] += trap.random.nextDouble() < .2 ? Math.log(1.9) - .22 : -.22);
    }

    static Trap clean(long seed, double effect) {
        Trap trap = new Trap(seed);
        trap.effect = effect;
        return trap;
    }

    static Trap trap(long seed, Knobs knobs, BiConsumer<Trap, Draft> spring) {
        return new Trap(seed, knobs) {
            @Override
            void spring(Draft draft) {
                spring.accept(this, draft);
            }
        };
    }

    private static double gamma4(Trap trap, double scale) {
        double product = 1;
        for (int i = 0; i < 4; i++) {
            product *= 1 - trap.random.nextDouble();
        }
        return -scale * Math.log(product);
    }
}
