package dev.amdahl.core.internal.schedulers.slurmrest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.schedulers.slurmcommands.Setting;
import dev.amdahl.spi.InvalidInputException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Says in the fields of a submission what the options of {@code sbatch} say. */
public final class RestJob {
    private static final JsonMapper JSON = new JsonMapper();

    /** Options whose words are taken as they stand, and the names of their fields. */
    private static final Map<String, String> FIELDS = Map.ofEntries(
            Map.entry("job-name", "name"),
            Map.entry("comment", "comment"),
            Map.entry("nodes", "nodes"),
            Map.entry("ntasks", "tasks"),
            Map.entry("ntasks-per-node", "tasks_per_node"),
            Map.entry("cpus-per-task", "cpus_per_task"),
            Map.entry("chdir", "current_working_directory"),
            Map.entry("output", "standard_output"),
            Map.entry("error", "standard_error"),
            Map.entry("dependency", "dependency"),
            Map.entry("partition", "partition"),
            Map.entry("account", "account"),
            Map.entry("qos", "qos"),
            Map.entry("reservation", "reservation"),
            Map.entry("constraint", "constraints"),
            Map.entry("mem", "memory_per_node"),
            Map.entry("licenses", "licenses"),
            Map.entry("wckey", "wckey"),
            Map.entry("prefer", "prefer"));

    private static final Set<String> COUNTS = Set.of("tasks", "tasks_per_node", "cpus_per_task");
    /** What a submission by REST does in any case. */
    private static final Set<String> IMPLIED = Set.of("parsable", "export");

    private RestJob() {}

    /**
     * Returns the body of a submission.
     *
     * @param words options of {@code sbatch} as {@code --name=value}; of two of a name the last counts
     * @param environment what the job sees
     * @throws InvalidInputException for an option that has no field here
     */
    public static JsonNode of(List<String> words, Map<String, String> environment, RestApi.Version version) {
        ObjectNode body = JSON.createObjectNode();
        ObjectNode job = body.putObject("job");
        for (String word : words) {
            String[] parts = word.replaceFirst("^--", "").split("=", 2);
            put(body, job, parts[0], parts.length > 1 ? parts[1] : "", version.isOld());
        }
        if (version.isOld()) {
            ObjectNode variables = job.putObject("environment");
            environment.forEach(variables::put);
        } else {
            environment.forEach(
                    (name, value) -> job.withArrayProperty("environment").add(name + "=" + value));
        }
        return body;
    }

    private static void put(ObjectNode body, ObjectNode job, String option, String value, boolean isOld) {
        String field = FIELDS.getOrDefault(option, "");
        if (COUNTS.contains(field) && value.matches("\\d{1,9}")) {
            job.put(field, Integer.parseInt(value));
        } else if (!field.isEmpty()) {
            job.put(field, value);
        } else if (!IMPLIED.contains(option)) {
            switch (option) {
                case "wrap" -> body.put("script", "#!/bin/sh\n" + value + "\n");
                case "exclude" -> job.put(excluded(isOld), value);
                case "gres" -> job.put(isOld ? "gres" : "tres_per_node", isOld ? value : tres(value));
                case "time" -> time(job, value, isOld);
                case "open-mode" -> {
                    if (isOld) {
                        job.put("open_mode", value);
                    } else {
                        job.putArray("open_mode").add(value.toUpperCase(Locale.ROOT));
                    }
                }
                case "exclusive" -> {
                    if (isOld) {
                        job.put("exclusive", value.isEmpty() ? "exclusive" : value);
                    } else {
                        job.putArray("shared").add(value.isEmpty() ? "none" : value);
                    }
                }
                case "no-requeue" -> {
                    // Of "requeue": false the old version makes true.
                    if (isOld) {
                        job.put("no_requeue", "true");
                    } else {
                        job.put("requeue", false);
                    }
                }
                default ->
                    throw Setting.wrong(
                            "sbatch", "--" + option, "the REST daemon takes no such option from here: leave it out");
            }
        }
    }

    /** Returns the name of the field that holds the hosts to leave out. */
    static String excluded(boolean isOld) {
        return isOld ? "exclude_nodes" : "excluded_nodes";
    }

    /** Returns the change of a job that leaves out these hosts only, divided by commas; empty text for none. */
    public static JsonNode excluding(String hosts, RestApi.Version version) {
        return JSON.createObjectNode().put(excluded(version.isOld()), hosts);
    }

    private static String tres(String gres) {
        return Arrays.stream(gres.split(",", -1))
                .map(each -> each.startsWith("gres/") ? each : "gres/" + each)
                .collect(Collectors.joining(","));
    }

    private static void time(ObjectNode job, String minutes, boolean isOld) {
        if (!minutes.matches("\\d{1,9}")) {
            throw Setting.wrong("sbatch", "--time=" + minutes, "write whole minutes");
        }
        if (isOld) {
            job.put("time_limit", minutes);
        } else {
            job.putObject("time_limit").put("set", true).put("infinite", false).put("number", Long.parseLong(minutes));
        }
    }
}
