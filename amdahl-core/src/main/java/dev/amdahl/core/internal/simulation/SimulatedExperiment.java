package dev.amdahl.core.internal.simulation;

import dev.amdahl.core.internal.simulation.NoiseModel.RawPair;
import dev.amdahl.core.internal.simulation.Pair.Arm;
import dev.amdahl.spi.experiment.Trial.Order;
import java.util.SplittableRandom;

/**
 * One change on one simulated fleet: every rule sees the same runs of it. A pure function of its seed; immutable and
 * thread-safe.
 *
 * @param model the noise
 * @param scenario what is true
 * @param world what befalls any run
 * @param seed of everything drawn
 * @param orders which arm runs first
 */
record SimulatedExperiment(NoiseModel model, Scenario scenario, World world, long seed, Orders orders) {
    private static final int ORDER_PLACE = 101;
    private static final int SHAPE_PLACE = 102;
    private static final int LAUNCH_PLACE = 103;
    private static final int LEVEL_PLACE = 104;
    private static final int WORLD_PLACE = 105;
    private static final int RUNS_PER_SET = 120;
    private static final int RUNS_PER_ALLOCATION = 20;

    /** Decides which arm runs first. */
    interface Orders {
        /** In trial number index, from 1, of a set; 0 is the set of A/A trials. */
        boolean isVariantFirst(int set, int index);
    }

    /** With orders that are drawn, and balanced over each two trials. */
    static SimulatedExperiment of(NoiseModel model, Scenario scenario, long seed) {
        return of(model, scenario, World.CALM, seed);
    }

    /** Returns the same in another world. */
    static SimulatedExperiment of(NoiseModel model, Scenario scenario, World world, long seed) {
        return new SimulatedExperiment(model, scenario, world, seed, (set, index) -> {
            SplittableRandom random = Seeds.at(seed, ORDER_PLACE, set, (index + 1) / 2);
            return (index % 2 == 0) == random.nextBoolean();
        });
    }

    /** A pair of unchanged runs, in drawn roles. */
    Pair unchanged(int index) {
        RawPair raw = model.pair(seed, 0, index);
        Arm first = new Arm(raw.host(), raw.first(), raw.input());
        Arm second = new Arm(raw.host(), raw.second(), raw.input());
        Pair pair = orders.isVariantFirst(0, index)
                ? new Pair(0, index, raw.repeated(), Order.VARIANT_FIRST, second, first)
                : new Pair(0, index, raw.repeated(), Order.BASELINE_FIRST, first, second);
        world.befall(pair, false, Seeds.at(seed, WORLD_PLACE, 0, index));
        return pair;
    }

    /** Trial number index, from 1, of a set, 1 or 2. */
    Pair pair(int set, int index) {
        return pair(set, index, 0);
    }

    /**
     * Returns a trial, or one that repeats it: on the same seed, with another luck.
     *
     * @param repeat 0 for the trial
     */
    Pair pair(int set, int index, int repeat) {
        RawPair raw = model.pair(seed, set, index);
        double time = (set - 1) * RUNS_PER_SET + 2 * index;
        Arm first = new Arm(raw.host(), raw.first() + level(time), raw.input());
        Arm second = new Arm(raw.host(), raw.second() + level(time + 1), raw.input());
        boolean variantFirst = orders.isVariantFirst(set, index);
        Arm baseline = variantFirst ? second : first;
        Arm variant = variantFirst ? first : second;
        variant.logSeconds += scenario.trueLogEffect();
        Order order = variantFirst ? Order.VARIANT_FIRST : Order.BASELINE_FIRST;
        Pair pair = new Pair(set, index, raw.repeated(), order, baseline, variant);
        scenario.circumstances()
                .shape(
                        pair,
                        repeat == 0
                                ? Seeds.at(seed, SHAPE_PLACE, set, index)
                                : Seeds.at(seed, SHAPE_PLACE, set, index, repeat));
        boolean isHostWarm = index > 1 && model.pair(seed, set, index - 1).host() == raw.host();
        world.befall(pair, isHostWarm, Seeds.at(seed, WORLD_PLACE, set, index, repeat));
        return pair;
    }

    /** d of a trial; not a number where an arm failed. */
    double logRatio(Pair pair) {
        return pair.isMeasured() ? metric(pair.variant) - metric(pair.baseline) : Double.NaN;
    }

    /** log of the metric. */
    double metric(Arm arm) {
        return scenario.queueCounts() ? Math.log(Math.exp(arm.logSeconds) + arm.queueSeconds) : arm.logSeconds;
    }

    /** Log of the metric of runs of one arm on one allocation, as a rule without pairs sees them. */
    double[] launch(int allocation, boolean isVariant, int runs) {
        double[] logs = new double[runs];
        for (int k = 0; k < runs; k++) {
            double raw = model.run(seed, allocation, k) + level(allocation * RUNS_PER_ALLOCATION + k);
            Arm baseline = new Arm(allocation, raw, 0);
            Arm variant = new Arm(allocation, raw + scenario.trueLogEffect(), 0);
            Pair pair = new Pair(1, k, 0, Order.BASELINE_FIRST, baseline, variant);
            scenario.circumstances().shape(pair, Seeds.at(seed, LAUNCH_PLACE, allocation, k));
            logs[k] = metric(isVariant ? variant : baseline);
        }
        return logs;
    }

    private double level(double time) {
        return scenario.circumstances().level(time, Seeds.at(seed, LEVEL_PLACE));
    }
}
