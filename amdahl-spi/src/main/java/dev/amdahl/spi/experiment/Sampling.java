package dev.amdahl.spi.experiment;

import java.util.OptionalDouble;

/**
 * How the pairs of an experiment are taken, fixed with its plan.
 *
 * @param design where they come from
 * @param warmUpSteps steps at the start of a run that are not counted; 0 for whole runs
 * @param windowSteps steps between two switches, the washout included; 0 without windows
 * @param washoutSteps steps after a switch that are not counted; 0 without windows
 * @param windowPairs most pairs of windows in one run; 0 without windows
 * @param share of a whole run's seconds that the claim is about; empty where it is about all of them
 * @param reason why this design, in one line
 */
public record Sampling(
        Design design,
        int warmUpSteps,
        int windowSteps,
        int washoutSteps,
        int windowPairs,
        OptionalDouble share,
        String reason) {
    /** Whole runs, as no job declares anything cheaper. */
    public static final Sampling WHOLE = of(Design.WHOLE, "");

    /** Returns the sampling of a design without windows, in which every step of a whole run counts. */
    public static Sampling of(Design design, String reason) {
        return new Sampling(design, 0, 0, 0, 0, OptionalDouble.empty(), reason);
    }

    /** Returns the sampling by probes, each after a warm-up of so many steps; the claim is about this share of a whole run. */
    public static Sampling probes(int warmUpSteps, double share, String reason) {
        return new Sampling(Design.PROBE, warmUpSteps, 0, 0, 0, OptionalDouble.of(share), reason);
    }

    /** Returns the sampling by windows of a run, after a warm-up of so many steps. */
    public static Sampling windows(int warmUpSteps, int windowSteps, int washoutSteps, int windowPairs, String reason) {
        return new Sampling(
                Design.WINDOWS, warmUpSteps, windowSteps, washoutSteps, windowPairs, OptionalDouble.empty(), reason);
    }

    /** Returns a copy whose claim is about this share of a whole run. */
    public Sampling about(double shareOfRun) {
        return new Sampling(
                design, warmUpSteps, windowSteps, washoutSteps, windowPairs, OptionalDouble.of(shareOfRun), reason);
    }

    /** Returns a copy with another reason. */
    public Sampling because(String why) {
        return new Sampling(design, warmUpSteps, windowSteps, washoutSteps, windowPairs, share, why);
    }

    /** Returns what a ratio of variant to baseline in the part that the claim is about means for the whole run (Amdahl's law). */
    public double whole(double ratio) {
        return 1 - share.orElse(1) * (1 - ratio);
    }
}
