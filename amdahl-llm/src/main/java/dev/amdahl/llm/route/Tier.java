package dev.amdahl.llm.route;

import java.util.List;

/**
 * Models that are as good as each other, in the order in which they are asked.
 *
 * @param name what rules call it
 * @param models where the first is not there, the next one is asked
 */
public record Tier(String name, List<RoutedModel> models) {
    public Tier {
        models = List.copyOf(models);
    }
}
