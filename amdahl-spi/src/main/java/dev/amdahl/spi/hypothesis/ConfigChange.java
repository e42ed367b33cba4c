package dev.amdahl.spi.hypothesis;

import java.util.List;

/**
 * Levers set to other values.
 *
 * @param settings at least one
 */
public record ConfigChange(List<LeverSetting> settings) implements Change {
    public ConfigChange {
        settings = List.copyOf(settings);
        if (settings.isEmpty()) {
            throw new IllegalArgumentException("a change needs at least one setting");
        }
    }

    @Override
    public boolean needsBuild() {
        return false;
    }

    @Override
    public List<String> surface() {
        return settings.stream()
                .map(setting -> "lever:" + setting.lever())
                .sorted()
                .toList();
    }
}
