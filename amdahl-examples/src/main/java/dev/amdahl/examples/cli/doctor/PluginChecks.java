package dev.amdahl.examples.cli.doctor;

import dev.amdahl.core.Plugins;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Which plugins are ready: one check for each kind. */
final class PluginChecks {
    private static final String AREA = "plugin";

    /** Without one of these no loop can run. */
    private static final Set<String> NEEDED = Set.of("scheduler", "promotion-gate", "advisor", "resampler");

    private PluginChecks() {}

    static List<Check> checks(List<Plugins.Found> all) {
        Map<String, List<Plugins.Found>> kinds = all.stream()
                .collect(Collectors.groupingBy(Plugins.Found::kind, LinkedHashMap::new, Collectors.toList()));
        List<Check> checks = new ArrayList<>();
        kinds.forEach((kind, found) -> checks.add(check(kind, found)));
        NEEDED.stream()
                .filter(kind -> !kinds.containsKey(kind))
                .sorted()
                .forEach(kind -> checks.add(
                        Check.fail(AREA, kind, "none is on the class path", "run the whole jar, with its services")));
        return checks;
    }

    private static Check check(String kind, List<Plugins.Found> found) {
        String ready = found.stream()
                .filter(one -> one.availability().isReady())
                .map(Plugins.Found::name)
                .collect(Collectors.joining(", "));
        String others = found.stream()
                .filter(one -> !one.availability().isReady())
                .map(one -> one.name() + " (" + one.availability().reason() + ")")
                .collect(Collectors.joining(", "));
        String seen = (ready.isEmpty() ? "none ready" : "ready: " + ready)
                + (others.isEmpty() ? "" : "; not ready: " + others);
        if (!ready.isEmpty()) {
            return Check.ok(AREA, kind, seen);
        }
        return NEEDED.contains(kind)
                ? Check.fail(AREA, kind, seen, "fix what one of them names, or no loop can run")
                : Check.warn(AREA, kind, seen, "fix what one of them names, if you need it");
    }
}
