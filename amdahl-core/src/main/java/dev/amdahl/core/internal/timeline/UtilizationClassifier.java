package dev.amdahl.core.internal.timeline;

/**
 * Names the state of a window by its busy share: idle below the first bound (5 %), high from the second (70 %) on, low between;
 * a value on a bound belongs to the state above it.
 */
public record UtilizationClassifier(Thresholds thresholds) {

    /**
     * Returns the state of a window.
     *
     * @param busyShare 0 to 1
     * @throws IllegalArgumentException outside of it, or NaN
     */
    public AcceleratorState classify(double busyShare) {
        if (!(busyShare >= 0 && busyShare <= 1)) {
            throw new IllegalArgumentException("busy share must lie in [0, 1], was " + busyShare);
        }
        if (busyShare < thresholds.idleBelow()) {
            return AcceleratorState.IDLE;
        }
        return busyShare < thresholds.highFrom() ? AcceleratorState.LOW : AcceleratorState.HIGH;
    }
}
