package dev.amdahl.spi.experiment;

/**
 * How the pairs of an experiment are taken, fixed with its plan.
 *
 * @param design where they come from
 * @param warmUpSteps steps at the start of a run that are not counted; 0 for whole and scheduled runs
 * @param windowSteps steps between two switches, the washout included; 0 without windows
 * @param washoutSteps steps after a switch that are not counted; 0 without windows
 * @param windowPairs most pairs of windows in one run; 0 without windows
 * @param reason why this design, in one line
 */
public record Sampling(
        Design design, int warmUpSteps, int windowSteps, int washoutSteps, int windowPairs, String reason) {
    /** Whole runs, as no job declares anything cheaper. */
    public static final Sampling WHOLE = of(Design.WHOLE, "");

    /** Returns the sampling of a design without windows, in which every step counts. */
    public static Sampling of(Design design, String reason) {
        return new Sampling(design, 0, 0, 0, 0, reason);
    }
}
