package dev.amdahl.core.internal.ledger.review;

import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.util.stream.Collectors;

/**
 * A change as a file that a person applies: shell settings, or a patch.
 *
 * @param name a harmless name for it
 * @param text what stands in it; untrusted
 */
public record ChangeFile(String name, String text) {

    /** Returns the file of that claim's change. */
    public static ChangeFile of(Hypothesis hypothesis) {
        String id = hypothesis.id().replaceAll("[^A-Za-z0-9_-]", "-");
        String stem = "change-" + id.substring(0, Math.min(60, id.length()));
        Change change = hypothesis.change();
        return change instanceof PatchChange patch
                ? new ChangeFile(stem + ".patch", patch.diff())
                : new ChangeFile(
                        stem + ".sh",
                        ((ConfigChange) change)
                                .settings().stream().map(ChangeFile::line).collect(Collectors.joining("\n", "", "\n")));
    }

    private static String line(LeverSetting setting) {
        String value = "'" + setting.to().replace("'", "'\\''") + "'";
        if (setting.target() instanceof LeverSetting.Environment environment
                && environment.variable().matches("[A-Za-z_][A-Za-z0-9_]*")) {
            return "export " + environment.variable() + "=" + value;
        }
        return ("# " + setting.lever() + ": " + setting.from() + " -> " + value).replaceAll("\\R", " ");
    }
}
