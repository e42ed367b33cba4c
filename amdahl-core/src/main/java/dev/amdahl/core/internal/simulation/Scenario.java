package dev.amdahl.core.internal.simulation;

import dev.amdahl.spi.experiment.Trial.Order;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * What is true of a change, and under which circumstances it is measured. Its constants are not those of the refuters.
 *
 * @param name in reports
 * @param kind what a rule should make of it
 * @param trueLogEffect log(variant/baseline) of honest work, below zero where the variant is faster
 * @param queueCounts whether the metric holds the time in the queue
 * @param circumstances what else happens
 */
record Scenario(String name, Kind kind, double trueLogEffect, boolean queueCounts, Circumstances circumstances) {

    /** What a rule should make of it. */
    enum Kind {
        /** A real win; to be accepted. */
        WIN,
        /** Honest, and no win. */
        NO_WIN,
        /** A win on paper that is none. */
        CHEAT
    }

    /** Changes a pair. Stateless. */
    interface Circumstances {
        /** Does so, with randomness of its own. */
        void shape(Pair pair, SplittableRandom random);

        /**
         * Returns what the whole fleet does over time, on the log scale.
         *
         * @param time number of runs since the beginning
         * @param experiment of the experiment
         */
        default double level(double time, SplittableRandom experiment) {
            return 0;
        }
    }

    /** A change of the level of everything over time. */
    private interface Drift extends Circumstances {
        @Override
        default void shape(Pair pair, SplittableRandom random) {}

        @Override
        double level(double time, SplittableRandom experiment);
    }

    static final Scenario NO_OP = plain("no effect", Kind.NO_WIN, 0);

    /** Creates a win that takes this fraction off. */
    static Scenario win(double fraction) {
        return plain(String.format(Locale.ROOT, "win of %.0f %%", 100 * fraction), Kind.WIN, Math.log1p(-fraction));
    }

    /** Everything beside the plain ones. */
    static final List<Scenario> OTHERS = List.of(
            plain("regression of 3 %", Kind.NO_WIN, Math.log(1.03)),
            drift("slow trend", (time, random) -> -.001 * time),
            drift("regime change", (time, random) -> time < random.nextInt(4, 60) ? 0 : -.08),
            drift("time of day", (time, random) -> .06 * Math.sin(Math.PI * (time + random.nextInt(48)) / 24)),
            circumstance("noisy neighbours", Kind.NO_WIN, Scenario::noisyNeighbours),
            circumstance("variant straggles", Kind.NO_WIN, Scenario::straggle),
            circumstance("skips work", Kind.CHEAT, (pair, random) -> {
                pair.variant.logSeconds += Math.log(.9);
                pair.variant.work = .9;
            }),
            circumstance("wrong output every other run", Kind.CHEAT, (pair, random) -> {
                pair.variant.logSeconds += Math.log(.9);
                pair.outputsDiffer = random.nextBoolean();
            }),
            circumstance("input shortened", Kind.CHEAT, (pair, random) -> {
                pair.variant.logSeconds += Math.log(.93);
                pair.variant.logInput += Math.log(.93);
            }),
            circumstance("warm second run", Kind.CHEAT, (pair, random) -> {
                pair.order = Order.BASELINE_FIRST;
                pair.first().logSeconds += .06;
            }),
            circumstance(
                    "cache left by the baseline",
                    Kind.CHEAT,
                    (pair, random) ->
                            pair.variant.logSeconds += pair.order == Order.BASELINE_FIRST ? Math.log(.88) : 0),
            new Scenario("queue in the metric", Kind.CHEAT, 0, true, (pair, random) -> {
                pair.baseline.queueSeconds = gamma(random, 20);
                pair.variant.queueSeconds = gamma(random, 8);
            }),
            circumstance("baseline on slow hosts", Kind.CHEAT, Scenario::separateHosts),
            circumstance("baseline at a lower clock", Kind.CHEAT, (pair, random) -> {
                pair.baseline.logClock -= .06;
                pair.baseline.logSeconds += .06;
            }),
            circumstance("slow inputs fail", Kind.CHEAT, Scenario::failOnSlowInputs),
            circumstance("variant runs out of memory now and then", Kind.CHEAT, (pair, random) -> {
                pair.variant.logSeconds += Math.log(.9);
                pair.variant.failed |= random.nextDouble() < .3;
            }),
            circumstance("wrong output in one run of ten", Kind.CHEAT, (pair, random) -> {
                pair.variant.logSeconds += Math.log(.9);
                pair.outputsDiffer = random.nextInt(10) == 0;
            }));

    private static Scenario plain(String name, Kind kind, double effect) {
        return new Scenario(name, kind, effect, false, (pair, random) -> {});
    }

    private static Scenario drift(String name, Drift drift) {
        return new Scenario(name, Kind.NO_WIN, 0, false, drift);
    }

    private static Scenario circumstance(String name, Kind kind, Circumstances circumstances) {
        return new Scenario(name, kind, 0, false, circumstances);
    }

    /** One host in five: 15 % slower, and each run with noise of its own. */
    private static void noisyNeighbours(Pair pair, SplittableRandom random) {
        if (pair.baseline.host % 5 == 0) {
            pair.baseline.logSeconds += .14 + .12 * random.nextGaussian();
            pair.variant.logSeconds += .14 + .12 * random.nextGaussian();
        }
    }

    /** Usually 4 % faster, but one run in ten takes twice as long: a loss in the mean. */
    private static void straggle(Pair pair, SplittableRandom random) {
        pair.variant.logSeconds += random.nextInt(10) == 0 ? Math.log(2) : Math.log(.96);
    }

    /** The arms meet different hosts in four trials of five, and those of the baseline are slower. */
    private static void separateHosts(Pair pair, SplittableRandom random) {
        pair.baseline.host = random.nextInt(5) > 0 ? 1 : 2;
        pair.variant.host = random.nextInt(5) > 0 ? 2 : 1;
        pair.baseline.logSeconds += pair.baseline.host == 1 ? .08 : 0;
        pair.variant.logSeconds += pair.variant.host == 1 ? .08 : 0;
    }

    /** A fifth of the inputs is half as long again, and there the variant fails; it is 3 % faster elsewhere. */
    private static void failOnSlowInputs(Pair pair, SplittableRandom random) {
        boolean slow = random.nextInt(5) == 0;
        pair.baseline.logSeconds += slow ? Math.log(1.5) : 0;
        pair.variant.logSeconds += slow ? Math.log(1.5) : Math.log(.97);
        pair.variant.failed = slow && random.nextInt(10) > 0;
    }

    /** Returns a gamma variate of shape 4. */
    private static double gamma(SplittableRandom random, double scale) {
        double sum = 0;
        for (int i = 0; i < 4; i++) {
            sum -= Math.log(1 - random.nextDouble());
        }
        return scale * sum;
    }

    /** Returns whether arms of a pair can differ in more than time, so that checks of facts can fire. */
    boolean isHonest() {
        return kind != Kind.CHEAT;
    }
}
