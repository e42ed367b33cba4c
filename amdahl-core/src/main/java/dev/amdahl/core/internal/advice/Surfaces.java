package dev.amdahl.core.internal.advice;

import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.LeverSetting;
import java.util.HashSet;
import java.util.Set;

/** The conflict rule: two experiments on one job must not touch the same lever, what it sets, or the same file. */
public final class Surfaces {
    private Surfaces() {}

    /** Returns whether two changes of one job touch something in common. */
    public static boolean overlap(Change one, Change other) {
        Set<Object> common = touched(one);
        common.retainAll(touched(other));
        return !common.isEmpty();
    }

    private static Set<Object> touched(Change change) {
        Set<Object> touched = new HashSet<>(change.surface());
        if (change instanceof ConfigChange config) {
            config.settings().stream().map(LeverSetting::target).forEach(touched::add);
        }
        return touched;
    }
}
