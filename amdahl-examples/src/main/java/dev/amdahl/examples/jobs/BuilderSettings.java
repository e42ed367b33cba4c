package dev.amdahl.examples.jobs;

import java.io.File;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads the {@code builder:} block of a jobs file: how patches are built, and what a sandbox holds. */
final class BuilderSettings {
    private static final List<String> SCOPES = List.of("auto", "always", "unsafe");
    private static final List<String> AMOUNTS =
            List.of("memory_mib", "processes", "disk_mib", "temporary_mib", "limit_seconds");
    private static final List<String> SHOWN = List.of("readable", "data");

    private BuilderSettings() {}

    /** Returns the settings of the builder plugin, by the names that it reads; paths are relative to the folder of the file. */
    static Map<String, String> read(Optional<Item> block, Path base) {
        Map<String, String> settings = new LinkedHashMap<>();
        if (block.isEmpty()) {
            return settings;
        }
        Fields fields = block.get()
                .fields(
                        "sandbox",
                        "memory_mib",
                        "processes",
                        "disk_mib",
                        "temporary_mib",
                        "limit_seconds",
                        "readable",
                        "data");
        fields.optional("sandbox").ifPresent(item -> settings.put("sandbox", scope(item)));
        AMOUNTS.forEach(name -> fields.optional(name)
                .ifPresent(item -> settings.put(name, String.valueOf(item.atLeast(name.equals("processes") ? 2 : 1)))));
        SHOWN.forEach(name -> fields.optional(name).ifPresent(item -> settings.put(name, shown(item, base))));
        return settings;
    }

    private static String scope(Item item) {
        String text = item.text();
        if (!SCOPES.contains(text)) {
            throw item.error("unknown sandbox '" + text + "'", Nearest.remedy(text, SCOPES));
        }
        return text;
    }

    private static String shown(Item item, Path base) {
        return item.list().stream().map(each -> path(each, base)).collect(Collectors.joining(File.pathSeparator));
    }

    private static String path(Item item, Path base) {
        String path = Paths.existing(item, base).toString();
        if (path.contains(File.pathSeparator) || path.indexOf('\n') >= 0) {
            throw item.error("'" + path + "' holds a '" + File.pathSeparator + "' or a line break", "rename it");
        }
        return path;
    }
}
