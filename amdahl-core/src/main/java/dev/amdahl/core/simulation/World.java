package dev.amdahl.core.simulation;

import dev.amdahl.core.simulation.Pair.Arm;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What befalls either arm of any job now and then, whatever was changed. Immutable and thread-safe.
 *
 * @param name in reports
 * @param failures share of runs that fail
 * @param otherOutputs share of runs that write other output than usual
 * @param lostReadings share of runs of which the device's figures are lost
 * @param coldCost what the first run on a host takes longer, as a share, where nothing warms it up
 * @param warmsUp whether the first arm runs once more, unmeasured, on a host that did not run the job last
 * @param slowHosts share of hosts that are a quarter slower
 * @param capped whether a neighbour's device is at its power limit all the time
 */
public record World(
        String name,
        double failures,
        double otherOutputs,
        double lostReadings,
        double coldCost,
        boolean warmsUp,
        double slowHosts,
        boolean capped) {
    private static final double SLOWER = Math.log(1.25);

    /** Nothing happens. */
    public static final World CALM = new World("nothing happens", 0, 0, 0, 0, true, 0, false);

    /** Everyday life, one thing at a time and all at once; the last as it would be without warm-ups. */
    public static final List<World> EVERYDAY = List.of(
            CALM,
            new World("2 % of runs fail", .02, 0, 0, 0, true, 0, false),
            new World("one reading in 50 is lost", 0, 0, .02, 0, true, 0, false),
            new World("first run on a host 8 % slower", 0, 0, 0, .08, true, 0, false),
            new World("2 % of runs write other output", 0, .02, 0, 0, true, 0, false),
            new World("a neighbour's device at its power cap", 0, 0, 0, 0, true, 0, true),
            new World("hosts of two speeds", 0, 0, 0, 0, true, .5, false),
            new World("all of these", .02, .02, .02, .08, true, .5, true),
            new World("first run on a host 8 % slower, no warm-up", 0, 0, 0, .08, false, 0, false));

    /** Whether anything happens that must be looked at after each trial. */
    boolean isEventful() {
        return failures > 0 || otherOutputs > 0;
    }

    /** Lets it befall a pair whose host may have run the job just before. */
    void befall(Pair pair, boolean isHostWarm, SplittableRandom random) {
        for (Arm arm : List.of(pair.baseline, pair.variant)) {
            arm.failed |= random.nextDouble() < failures;
            arm.otherOutput = random.nextDouble() < otherOutputs ? 1 + random.nextInt(Integer.MAX_VALUE) : 0;
            arm.isReadingLost |= random.nextDouble() < lostReadings;
            arm.isNeighbourCapped = capped;
            arm.logSeconds += arm.host % 2 == 0 && slowHosts > 0 ? SLOWER : 0;
        }
        if (!warmsUp && !isHostWarm) {
            pair.first().logSeconds += Math.log1p(coldCost);
        }
    }
}
