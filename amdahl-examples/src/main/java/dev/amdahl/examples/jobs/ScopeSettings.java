package dev.amdahl.examples.jobs;

import dev.amdahl.core.loop.ScopePolicy;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.ResourceAxis;
import java.nio.file.FileSystems;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads the {@code scope:} block of a policy: what the loop may work on. */
final class ScopeSettings {
    private ScopeSettings() {}

    /** Returns what is declared, with the default floor; all is allowed that the block leaves out. */
    static ScopePolicy read(Optional<Item> block, List<String> families) {
        ScopePolicy all = ScopePolicy.DEFAULT;
        if (block.isEmpty()) {
            return all;
        }
        Fields fields = block.get().fields("weights", "excluded_axes", "excluded_classes", "untouchable");
        return new ScopePolicy(
                fields.optional("weights").map(item -> weights(item, families)).orElse(Map.of()),
                fields.list("excluded_axes").stream()
                        .map(item -> item.oneOf(ResourceAxis.class))
                        .collect(Collectors.toSet()),
                fields.list("excluded_classes").stream()
                        .map(item -> item.oneOf(Bottleneck.class))
                        .collect(Collectors.toSet()),
                all.floor(),
                fields.list("untouchable").stream().map(ScopeSettings::guarded).collect(Collectors.toSet()));
    }

    private static Map<String, Double> weights(Item block, List<String> families) {
        Map<String, Double> weights = new LinkedHashMap<>();
        block.entries().forEach((family, weight) -> {
            if (!families.contains(family)) {
                throw weight.error("no job has the family '" + family + "'", Nearest.remedy(family, families));
            }
            weights.put(family, weight.amount());
        });
        return weights;
    }

    private static String guarded(Item item) {
        String text = item.text();
        try {
            FileSystems.getDefault().getPathMatcher("glob:" + text);
        } catch (IllegalArgumentException e) {
            throw item.error(
                    "'" + text + "' is not a pattern of files",
                    "name a lever, environment:NAME, or files as src/loss/**");
        }
        return text;
    }
}
