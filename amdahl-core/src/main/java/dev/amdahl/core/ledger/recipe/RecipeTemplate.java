package dev.amdahl.core.ledger.recipe;

import dev.amdahl.core.internal.change.Fingerprints;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.util.List;
import java.util.Map;
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

    /** Returns a change without its job. */
    public static RecipeTemplate of(Change change) {
        return change instanceof ConfigChange config
                ? new RecipeTemplate(
                        config.settings().stream()
                                .map(setting -> new Setting(
                                        Fingerprints.canonicalLever(setting), setting.lever(), setting.to()))
                                .toList(),
                        List.of())
                : new RecipeTemplate(List.of(), ((PatchChange) change).paths());
    }

    /** Returns whether a change sets the same to the same, whatever its levers are called; a patch is never the same as another. */
    public boolean isSetBy(Change change) {
        return isPortable() && values(of(change)).equals(values(this));
    }

    private static Map<String, String> values(RecipeTemplate template) {
        return template.settings().stream()
                .collect(Collectors.toMap(Setting::sets, Setting::to, (first, last) -> last));
    }

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
