package dev.amdahl.examples.jobs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads what a job asks of Slurm; other schedulers pass it over. */
final class SlurmReader {
    private static final List<String> WORDS =
            List.of("partition", "account", "qos", "reservation", "constraint", "mem");
    private static final List<String> COUNTS = List.of("tasks_per_node", "cpus_per_task");
    private static final List<String> LISTS = List.of("exclude", "container_mounts");

    private SlurmReader() {}

    /** Returns it as settings of a scheduler, named as options of {@code sbatch}. */
    static Map<String, String> settings(Item item) {
        Fields fields = item.fields(
                "partition",
                "account",
                "qos",
                "reservation",
                "constraint",
                "exclusive",
                "exclude",
                "tasks_per_node",
                "cpus_per_task",
                "mem",
                "container_image",
                "container_mounts",
                "container_mount_home");
        Map<String, String> settings = new LinkedHashMap<>();
        for (String name : WORDS) {
            fields.optional(name).ifPresent(word -> settings.put(option(name), word(word)));
        }
        for (String name : COUNTS) {
            fields.optional(name).ifPresent(count -> settings.put(option(name), Integer.toString(count.positive())));
        }
        for (String name : LISTS) {
            fields.optional(name)
                    .ifPresent(list -> settings.put(
                            option(name),
                            list.list().stream().map(SlurmReader::word).collect(Collectors.joining(","))));
        }
        for (String name : List.of("exclusive", "container_mount_home")) {
            fields.optional(name).filter(Item::flag).ifPresent(flag -> settings.put(option(name), ""));
        }
        fields.optional("container_image").ifPresent(image -> settings.put(option("container_image"), word(image)));
        if (fields.given("container_mounts", "container_mount_home").size() > 0
                && fields.optional("container_image").isEmpty()) {
            throw fields.error("a container without an image", "add container_image");
        }
        return settings;
    }

    private static String option(String name) {
        return "slurm." + name.replace('_', '-');
    }

    private static String word(Item item) {
        String text = item.text();
        if (!text.matches("[\\x21-\\x7E&&[^'\"\\\\$`;]]+")) {
            throw item.error("'" + text + "' is no word for sbatch", "write it without spaces and quotes");
        }
        return text;
    }
}
