package dev.amdahl.core.testing.invariants;

import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.util.stream.Collectors;

/**
 * Which changes are one and the same whatever they are called, told without the library's fingerprints, which are under test: what is
 * set to what, or what is patched to what, in one family and epoch.
 */
final class SameChange {
    private SameChange() {}

    static String of(Hypothesis hypothesis, String epoch) {
        return hypothesis.family() + "|" + epoch + "|" + text(hypothesis.change());
    }

    private static String text(Change change) {
        if (change instanceof ConfigChange config) {
            return config.settings().stream()
                    .map(setting -> place(setting) + "=" + setting.from() + ">" + setting.to())
                    .sorted()
                    .collect(Collectors.joining(","));
        }
        return ((PatchChange) change)
                .diff()
                .lines()
                .filter(line -> line.startsWith("+") || line.startsWith("-"))
                .map(line -> line.replaceAll("\\s+", " ").strip())
                .filter(line -> line.length() > 1)
                .collect(Collectors.joining("\n"));
    }

    /** A record as text names its kind and its content. */
    private static String place(LeverSetting setting) {
        return setting.target() instanceof LeverSetting.Undeclared
                ? "lever " + setting.lever()
                : setting.target().toString();
    }
}
