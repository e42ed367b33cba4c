package dev.amdahl.spi.hypothesis;

import java.util.OptionalInt;

/**
 * That a lever can be set while the job runs: the job reads {@code AMDAHL_SWITCH} and writes {@code AMDAHL_STEPS}.
 *
 * @param windowSteps steps between two switches; empty for ten times what the step times need to forget each other
 * @param washoutSteps steps after a switch that are not counted; empty for a tenth of a window
 */
public record Switch(OptionalInt windowSteps, OptionalInt washoutSteps) {
    /** A switch whose window the loop chooses. */
    public static final Switch DEFAULT = new Switch(OptionalInt.empty(), OptionalInt.empty());

    public Switch {
        if (windowSteps.orElse(2) < 2 || washoutSteps.orElse(0) < 0) {
            throw new IllegalArgumentException("a window has at least 2 steps, and its washout at least 0");
        }
        if (windowSteps.isPresent() && washoutSteps.orElse(0) >= windowSteps.getAsInt()) {
            throw new IllegalArgumentException("a washout must be shorter than its window");
        }
    }
}
