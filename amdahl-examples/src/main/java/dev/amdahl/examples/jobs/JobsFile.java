package dev.amdahl.examples.jobs;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Price;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A {@code jobs.yaml}, read and checked.
 *
 * @param file where it lies
 * @param jobs its jobs, in its order; at least one
 * @param settings its policy and budget
 * @param builder settings of the builder plugin
 * @param channels who is told of what
 */
public record JobsFile(
        Path file,
        List<JobSpec> jobs,
        PolicySettings settings,
        Map<String, String> builder,
        List<NotifyChannel> channels) {
    /** The file that commands look for in the current folder. */
    public static final String USUAL = "amdahl.yaml";

    private static final String[] KEYS = {"settings", "defaults", "jobs", "policy", "budget", "builder", "notify"};
    private static final List<String> SETTINGS = List.of("ledger", "reviewer", "run_length");
    private static final List<String> SCOPES = List.of("auto", "always", "unsafe");
    private static final List<String> AMOUNTS =
            List.of("memory_mib", "processes", "disk_mib", "temporary_mib", "limit_seconds");
    private static final List<String> SHOWN = List.of("readable", "data");

    public JobsFile {
        jobs = List.copyOf(jobs);
        builder = Map.copyOf(builder);
        channels = List.copyOf(channels);
    }

    /**
     * Reads a jobs file; relative paths in it are relative to its folder.
     *
     * @throws InvalidInputException one line with file, line, key, the offending value and the remedy
     */
    public static JobsFile read(Path path) {
        Path file = path.toAbsolutePath().normalize();
        Item root = YamlDocument.read(file);
        Fields fields = root.fields(KEYS);
        settings(fields);
        Path base = Optional.ofNullable(file.getParent()).orElse(file);
        JobReader reader = new JobReader(
                base, fields.optional("defaults").flatMap(JobsFile::price), PolicySettings.isPowerAllowed(fields));
        Item list = fields.required("jobs", "add a list of jobs under 'jobs:'");
        Set<String> families = new HashSet<>();
        List<JobSpec> jobs = list.list().stream()
                .map(item -> {
                    JobSpec job = reader.job(item);
                    if (!families.add(job.family())) {
                        throw item.error("a second job has the family '" + job.family() + "'", "rename one of them");
                    }
                    return job;
                })
                .toList();
        if (jobs.isEmpty()) {
            throw list.error("holds no job", "add at least one with family and command");
        }
        return new JobsFile(
                file,
                jobs,
                PolicySettings.read(fields, List.copyOf(families)),
                builder(fields.optional("builder"), base),
                NotifyReader.read(fields.optional("notify"), base));
    }

    /** Returns a setting of the usual file of the current folder: {@code ledger}, {@code reviewer} or {@code run_length};
     * empty without the file. */
    public static Optional<String> setting(String name) {
        return setting(null, name);
    }

    /** Returns the same of the file that was named, if one was. */
    public static Optional<String> setting(@Nullable Path named, String name) {
        return orUsual(named)
                .map(Path::toAbsolutePath)
                .filter(Files::isRegularFile)
                .flatMap(file -> Optional.ofNullable(
                        settings(YamlDocument.read(file).fields(KEYS)).get(name)));
    }

    /** Returns the jobs file that was named, or else the usual one of the current folder, if it is there. */
    public static Optional<Path> orUsual(@Nullable Path named) {
        Path usual = Path.of(USUAL);
        return named != null ? Optional.of(named) : Optional.of(usual).filter(Files::isRegularFile);
    }

    /** Returns the jobs of the file that was named, or else of the usual one; none without a file. */
    public static List<JobSpec> declared(@Nullable Path named) {
        return orUsual(named).map(file -> read(file).jobs()).orElse(List.of());
    }

    private static Map<String, String> settings(Fields fields) {
        Map<String, String> settings = new HashMap<>();
        fields.optional("settings").ifPresent(item -> {
            Fields given = item.fields(SETTINGS.toArray(String[]::new));
            given.optional("run_length").ifPresent(Item::duration);
            SETTINGS.forEach(name -> given.optional(name).ifPresent(value -> settings.put(name, value.text())));
        });
        return settings;
    }

    private static Optional<Price> price(Item item) {
        Fields fields = item.fields("price_per_accelerator_hour", "currency");
        Optional<Item> currency = fields.optional("currency");
        return fields.optional("price_per_accelerator_hour")
                .map(price -> new Price(
                        price.amount(), currency.map(JobsFile::currency).orElse("USD")));
    }

    private static String currency(Item item) {
        String text = item.text();
        if (!text.matches("[A-Z]{3}")) {
            throw item.error("'" + text + "' is not a currency", "write its ISO code, such as USD");
        }
        return text;
    }

    /** Returns the settings of the builder plugin, by the names that it reads; paths are relative to the folder of the file. */
    private static Map<String, String> builder(Optional<Item> block, Path base) {
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
        fields.optional("sandbox").ifPresent(item -> settings.put("sandbox", sandbox(item)));
        AMOUNTS.forEach(name -> fields.optional(name)
                .ifPresent(item -> settings.put(name, String.valueOf(item.atLeast(name.equals("processes") ? 2 : 1)))));
        SHOWN.forEach(name -> fields.optional(name).ifPresent(item -> settings.put(name, shown(item, base))));
        return settings;
    }

    private static String sandbox(Item item) {
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
