package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.internal.schedulers.slurmcommands.CommandSettings;
import dev.amdahl.core.internal.schedulers.slurmcommands.Setting;
import dev.amdahl.core.internal.schedulers.slurmrest.RestSettings;
import dev.amdahl.spi.PluginContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * How a Slurm scheduler is set up.
 *
 * @param root holds the folder {@code trials}; nodes see it under the same path
 * @param commands how Slurm is called
 * @param rest how it is called instead, without its commands
 * @param job what every job asks for
 * @param slots trials that may be in flight; empty if Slurm decides
 * @param pause least time between two looks at the queue
 * @param grace how long a result may take to show after its job has ended or is no longer known
 * @param patience how long a job may wait for a host that is not avoided
 */
record SlurmSettings(
        Path root,
        CommandSettings commands,
        Optional<RestSettings> rest,
        JobSettings job,
        OptionalInt slots,
        Duration pause,
        Duration grace,
        Duration patience) {
    private static final Set<String> NAMES = Set.of("root", "slots", "poll-interval", "result-grace", "avoid-patience");

    /**
     * What every job asks for.
     *
     * @param options further words for {@code sbatch}
     * @param excluded hosts that no job runs on, divided by commas
     * @param timeLimit instead of the sum of the limits of the arms
     * @param gres what to ask for instead of {@code gpu:TYPE:COUNT}, by type of accelerator
     */
    record JobSettings(
            List<String> options, Optional<String> excluded, Optional<Duration> timeLimit, Map<String, String> gres) {
        static final String GRES = "gres.";
        static final Set<String> NAMES = Set.of("partition", "account", "exclude", "time-limit", "sbatch");

        /** What the library decides: an option that it sets must not be set twice. */
        private static final List<String> RESERVED = List.of(
                "--job-name",
                "-J",
                "--comment",
                "--dependency",
                "-d",
                "--array",
                "-a",
                "--wrap",
                "--export",
                "--parsable",
                "--chdir",
                "-D",
                "--output",
                "-o",
                "--error",
                "-e",
                "--open-mode",
                "--requeue",
                "--no-requeue",
                "--wait",
                "-W",
                "--test-only",
                "--clusters",
                "-M",
                "--exclude",
                "-x",
                "--hold",
                "-H");

        static JobSettings from(PluginContext context) {
            List<String> options = new ArrayList<>();
            for (String name : List.of("partition", "account")) {
                context.setting(name).ifPresent(value -> options.add("--" + name + "=" + word(name, value)));
            }
            context.setting("sbatch")
                    .ifPresent(text -> List.of(text.strip().split("\\s+", -1)).stream()
                            .filter(word -> !word.isEmpty())
                            .map(JobSettings::allowed)
                            .forEach(options::add));
            Map<String, String> gres = new HashMap<>();
            context.settings().forEach((name, value) -> {
                if (name.startsWith(GRES)) {
                    gres.put(name.substring(GRES.length()), Setting.matching(name, value, "|[A-Za-z0-9_:,.{}-]+"));
                }
            });
            return new JobSettings(
                    List.copyOf(options),
                    context.setting("exclude").map(hosts -> Setting.matching("exclude", hosts, JobWords.HOSTS)),
                    context.setting("time-limit").map(text -> Setting.duration("time-limit", text)),
                    Map.copyOf(gres));
        }

        private static String word(String name, String value) {
            return Setting.matching(name, value, "[A-Za-z0-9_.,-]+");
        }

        private static String allowed(String word) {
            String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            if (!word.startsWith("-") || RESERVED.contains(name)) {
                throw Setting.wrong(
                        "sbatch", word, "write options as --name=value, none of those that name, place or order jobs");
            }
            return word;
        }
    }

    static SlurmSettings from(PluginContext context) {
        Set<String> names = new HashSet<>(NAMES);
        names.addAll(CommandSettings.NAMES);
        names.addAll(RestSettings.NAMES);
        names.addAll(JobSettings.NAMES);
        Setting.requireKnown("scheduler slurm", context, names, JobSettings.GRES);
        return new SlurmSettings(
                context.setting("root")
                        .map(Path::of)
                        .orElse(context.directory())
                        .toAbsolutePath(),
                CommandSettings.from(context),
                RestSettings.from(context),
                JobSettings.from(context),
                Setting.positive(context, "slots"),
                Setting.duration(context, "poll-interval", Duration.ofSeconds(5)),
                Setting.duration(context, "result-grace", Duration.ofMinutes(2)),
                Setting.duration(context, "avoid-patience", Duration.ofMinutes(15)));
    }
}
