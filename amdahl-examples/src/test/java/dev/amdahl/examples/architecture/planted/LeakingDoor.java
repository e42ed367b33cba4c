package dev.amdahl.examples.architecture.planted;

import dev.amdahl.core.internal.loop.Cycle;
import java.util.List;

/** A public type that shows an internal one, inside a type argument. */
public final class LeakingDoor {
    private LeakingDoor() {}

    public static List<Cycle> cycles() {
        return List.of();
    }
}
