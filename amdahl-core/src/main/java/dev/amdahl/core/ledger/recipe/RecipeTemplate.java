package dev.amdahl.core.ledger.recipe;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A change without the job it was made to.
 *
 * @param settings what is set to what; empty for a patch
 * @param paths the files that a patch changed, which fits its own sources alone; empty for settings
 */
public record RecipeTemplate(List<Setting> settings, List<String> paths) {
    public RecipeTemplate {
        settings = List.copyOf(settings);
        paths = List.copyOf(paths);
    }

    /**
     * One setting.
     *
     * @param sets what the lever sets, such as {@code environment:NUM_WORKERS}
     * @param lever what the lever was called
     * @param to its value
     */
    public record Setting(String sets, String lever, String to) {}

    /** Returns what it changes, in one line. */
    public String words() {
        return isPortable()
                ? settings.stream()
                        .map(setting -> setting.sets() + " = " + setting.to())
                        .collect(Collectors.joining(", "))
                : "patch of " + String.join(", ", paths);
    }

    /** Returns whether it can be carried to another job. */
    public boolean isPortable() {
        return !settings.isEmpty();
    }
}
