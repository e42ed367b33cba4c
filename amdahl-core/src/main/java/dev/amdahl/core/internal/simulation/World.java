package dev.amdahl.core.internal.simulation;

import dev.amdahl.core.internal.simulation.Pair.Arm;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What befalls either arm of any job now and then, whatever was changed.
 *
 * @param name in reports
 * @param failures share of runs that fail
 * @param otherOutputs share of runs that write other output than usual
 * @param lostReadings share of runs of which the device's figures are lost
 * @param coldCost what the first run on a host takes longer, as a share, where nothing warms it up
 * @param warmsUp whether the first arm runs once more, unmeasured, on a host that did not run the job last; a tenth to three tenths of the
 *     cost remain
 * @param slowHosts share of hosts that are a quarter slower, and half as noisy again
 * @param capped whether a neighbour's device is at its power limit all the time, and seen, as nothing tells which devices are the job's
 * @param variantFailures share of runs of the variant that fail beside that, as where it alone runs out of memory
 */
public record World(
        String name,
        double failures,
        double otherOutputs,
        double lostReadings,
        double coldCost,
        boolean warmsUp,
        double slowHosts,
        boolean capped,
        double variantFailures) {
    private static final double SLOWER = Math.log(1.25);
    /** Standard deviation of what runs on a slow host vary beside the usual. */
    private static final double RESTLESS = .03;

    /** Share of looks at all devices of a host, of which one of two is at its limit. */
    private static final double MIN_SEEN = .4;

    private static final double MAX_SEEN = .6;
    private static final double MIN_REST = .1;
    private static final double MAX_REST = .3;

    /** Nothing happens. */
    public static final World CALM = new World("nothing happens", 0, 0, 0, 0, true, 0, false, 0);

    /** Everyday life, one thing at a time and all at once; the last as it would be without warm-ups. */
    public static final List<World> EVERYDAY = List.of(
            CALM,
            new World("2 % of runs fail", .02, 0, 0, 0, true, 0, false, 0),
            new World("one reading in 50 is lost", 0, 0, .02, 0, true, 0, false, 0),
            new World("first run on a host 8 % slower", 0, 0, 0, .08, true, 0, false, 0),
            new World("2 % of runs write different output", 0, .02, 0, 0, true, 0, false, 0),
            new World("a neighbour's device at its power cap", 0, 0, 0, 0, true, 0, true, 0),
            new World("hosts of two speeds", 0, 0, 0, 0, true, .5, false, 0),
            new World("the variant fails in 1.5 % of its runs", 0, 0, 0, 0, true, 0, false, .015),
            new World("all of these", .02, .02, .02, .08, true, .5, true, 0),
            new World("first run on a host 8 % slower, no warm-up", 0, 0, 0, .08, false, 0, false, 0));

    /** Returns whether anything happens that must be looked at after each trial. */
    boolean isEventful() {
        return failures > 0 || otherOutputs > 0 || variantFailures > 0;
    }

    /** Lets it befall a pair whose host may have run the job just before. */
    void befall(Pair pair, boolean isHostWarm, SplittableRandom random) {
        for (Arm arm : List.of(pair.baseline, pair.variant)) {
            arm.failed |= random.nextDouble() < failures;
            arm.otherOutput = random.nextDouble() < otherOutputs ? 1 + random.nextInt(Integer.MAX_VALUE) : 0;
            arm.isReadingLost |= random.nextDouble() < lostReadings;
            arm.powerCapped = capped ? random.nextDouble(MIN_SEEN, MAX_SEEN) : 0;
        }
        pair.variant.failed |= variantFailures > 0 && random.nextDouble() < variantFailures;
        slow(pair, random);
        if (coldCost > 0 && !isHostWarm) {
            double rest = warmsUp ? random.nextDouble(MIN_REST, MAX_REST) : 1;
            pair.first().logSeconds += Math.log1p(rest * coldCost);
        }
    }

    /** What is slower in both arms cancels; that such a host is restless too does not. */
    private void slow(Pair pair, SplittableRandom random) {
        for (Arm arm : List.of(pair.baseline, pair.variant)) {
            boolean isSlow = new SplittableRandom(arm.host).nextDouble() < slowHosts;
            arm.logSeconds += isSlow ? SLOWER + RESTLESS * random.nextGaussian() : 0;
        }
    }
}
