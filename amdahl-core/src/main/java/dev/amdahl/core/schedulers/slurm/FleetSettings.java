package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.internal.schedulers.slurmcommands.CommandSettings;
import dev.amdahl.core.internal.schedulers.slurmcommands.Setting;
import dev.amdahl.core.internal.schedulers.slurmcommands.SlurmJob;
import dev.amdahl.core.internal.schedulers.slurmrest.RestSettings;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.job.FamilyRule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * How a fleet is read from Slurm.
 *
 * @param commands how Slurm is called
 * @param rest how it is called instead, without its commands
 * @param patience how long accounting may take for one answer
 * @param file a saved answer of {@code sacct} or {@code squeue}, instead of a call
 * @param family tells the recurring workload from a job's name
 * @param partitions only these, divided by commas
 * @param accounts only these, divided by commas
 * @param tellsSubmission whether {@code sacct} is asked how each job was submitted
 * @param scope the settings that say which jobs are told, and of which families
 */
record FleetSettings(
        CommandSettings commands,
        Optional<RestSettings> rest,
        Duration patience,
        Optional<Path> file,
        FamilyRule family,
        Optional<String> partitions,
        Optional<String> accounts,
        boolean tellsSubmission,
        Map<String, String> scope) {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String LIST = "[A-Za-z0-9_.,-]+";
    private static final Set<String> SCOPE = Set.of("family-pattern", "partition", "account");

    FleetSettings {
        scope = Map.copyOf(scope);
    }

    static FleetSettings from(PluginContext context) {
        Set<String> names = new HashSet<>(CommandSettings.NAMES);
        names.addAll(RestSettings.NAMES);
        names.add("file");
        names.add("accounting-timeout");
        names.add("submission");
        names.addAll(SCOPE);
        Setting.requireKnown("fleet source slurm", context, names, "");
        Map<String, String> scope = new HashMap<>(context.settings());
        scope.keySet().retainAll(SCOPE);
        return new FleetSettings(
                CommandSettings.from(context),
                RestSettings.from(context),
                Setting.duration(context, "accounting-timeout", PATIENCE),
                context.setting("file").map(Path::of),
                context.setting("family-pattern").map(FleetSettings::rule).orElseGet(FamilyRule::standard),
                context.setting("partition").map(list -> Setting.matching("partition", list, LIST)),
                context.setting("account").map(list -> Setting.matching("account", list, LIST)),
                context.setting("submission")
                        .map(text -> Setting.matching("submission", text, "true|false"))
                        .filter("true"::equals)
                        .isPresent(),
                scope);
    }

    private static FamilyRule rule(String pattern) {
        try {
            return FamilyRule.of(Pattern.compile(pattern));
        } catch (PatternSyntaxException e) {
            throw new InvalidInputException(
                    "slurm, setting family-pattern", "is not a pattern: " + e.getDescription(), "correct it", e);
        } catch (IllegalArgumentException e) {
            throw Setting.wrong("family-pattern", pattern, "put the family in parentheses");
        }
    }

    /** Returns whether a job of that place is asked for. */
    boolean wants(SlurmJob.Place place) {
        return isIn(partitions, place.partition()) && isIn(accounts, place.account());
    }

    private static boolean isIn(Optional<String> names, String name) {
        return names.map(list -> List.of(list.split(",", -1)).contains(name)).orElse(true);
    }
}
