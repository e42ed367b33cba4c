package dev.amdahl.core.refute;

import dev.amdahl.spi.experiment.Trial.Order;
import dev.amdahl.spi.job.OutputRule;
import java.util.List;
import java.util.function.BiConsumer;

/** The traps, each without a true effect unless said. */
final class Traps {

    private Traps() {}

    static Trap inputDrift(long seed) {
        return trap(seed, (trap, draft) -> draft.input[1] -= .05);
    }

    static Trap queue(long seed) {
        return trap(seed, (trap, draft) -> {
            draft.queueInMetric = true;
            draft.queue[0] = gamma4(trap, 80);
            draft.queue[1] = gamma4(trap, 50);
            draft.logBaseline *= .1;
            draft.logVariant *= .1;
        });
    }

    static Trap host(long seed) {
        return trap(seed, (trap, draft) -> {
            boolean baselineSlow = trap.random.nextDouble() < .85;
            boolean variantSlow = trap.random.nextDouble() >= .85;
            draft.host = named(trap, baselineSlow) + "|" + named(trap, variantSlow);
            draft.logBaseline += baselineSlow ? .06 : -.04;
            draft.logVariant += variantSlow ? .06 : -.04;
        });
    }

    static Trap order(long seed) {
        return trap(seed, (trap, draft) -> {
            draft.order = draft.index % 5 == 0 ? Order.VARIANT_FIRST : Order.BASELINE_FIRST;
            if (draft.order == Order.BASELINE_FIRST) {
                draft.logBaseline += .04;
            } else {
                draft.logVariant += .04;
            }
        });
    }

    static Trap carryOver(long seed) {
        return trap(seed, (trap, draft) -> draft.logVariant -= draft.order == Order.BASELINE_FIRST ? .08 : 0);
    }

    static Trap outlier(long seed) {
        return trap(seed, (trap, draft) -> draft.logBaseline += draft.index % 12 == 3 ? Math.log(3) : 0);
    }

    static Trap survivorship(long seed) {
        Trap trap = trap(seed, (own, draft) -> {
            if (own.random.nextDouble() < .25) {
                draft.failed[1] = own.random.nextDouble() < .95;
                draft.logVariant += .25;
            } else {
                draft.logVariant -= .03;
            }
        });
        trap.pairs = 40;
        return trap;
    }

    static Trap clock(long seed) {
        return trap(seed, (trap, draft) -> draft.clock[0] -= .05);
    }

    static Trap throttled(long seed) {
        return trap(seed, (trap, draft) -> {
            if (draft.index % 3 != 0) {
                draft.throttled[0] = true;
                draft.logBaseline += .10;
            }
        });
    }

    static Trap granularity(long seed) {
        Trap trap = trap(seed, (own, draft) -> {
            draft.timer = 1;
            draft.input = new double[2];
            draft.clock = new double[2];
            draft.logBaseline = Math.log(2.51 / Trap.BASE_SECONDS) + .0005 * own.random.nextGaussian();
            draft.logVariant = Math.log(2.48 / Trap.BASE_SECONDS) + .0005 * own.random.nextGaussian();
        });
        trap.pairs = 16;
        return trap;
    }

    static Trap stragglers(long seed) {
        return trap(
                seed, (trap, draft) -> draft.logVariant += trap.random.nextDouble() < .2 ? Math.log(1.9) - .22 : -.22);
    }

    static Trap output(long seed) {
        return trap(seed, (trap, draft) -> {
            draft.logVariant -= .10;
            draft.mismatches =
                    draft.index % 8 == 0 ? List.of(new OutputRule("out", new OutputRule.Exact())) : List.of();
        });
    }

    static Trap fidelityCut(long seed) {
        return trap(seed, (trap, draft) -> {
            draft.logVariant -= .10;
            draft.work[1] = 995;
        });
    }

    static Trap implausible(long seed) {
        return trap(seed, (trap, draft) -> draft.logVariant -= .9);
    }

    static Trap clean(long seed, double effect) {
        Trap trap = new Trap(seed);
        trap.effect = effect;
        return trap;
    }

    static Trap trap(long seed, BiConsumer<Trap, Trap.Draft> spring) {
        return new Trap(seed) {
            @Override
            void spring(Draft draft) {
                spring.accept(this, draft);
            }
        };
    }

    private static String named(Trap trap, boolean slow) {
        return (slow ? "slow-" : "fast-") + trap.random.nextInt(3);
    }

    private static double gamma4(Trap trap, double scale) {
        double product = 1;
        for (int i = 0; i < 4; i++) {
            product *= 1 - trap.random.nextDouble();
        }
        return -scale * Math.log(product);
    }
}
