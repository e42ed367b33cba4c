package dev.amdahl.core.internal.schedulers.slurmcommands;

import dev.amdahl.spi.PluginContext;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * How Slurm's commands are called.
 *
 * @param programs the folder that holds them; else they are looked for on {@code PATH}
 * @param configuration the file {@code slurm.conf}, where it is not where Slurm looks for it
 * @param cluster which one of several; else the default
 * @param limit how long one call may take
 * @param exports variables of the caller that commands and jobs see beside {@link #KEPT}
 */
public record CommandSettings(
        Optional<Path> programs,
        Optional<Path> configuration,
        Optional<String> cluster,
        Duration limit,
        List<String> exports,
        Clock clock) {
    /** The settings that it reads. */
    public static final Set<String> NAMES = Set.of("bin", "conf", "cluster", "command-timeout", "export");

    /** What commands need to run and to find their cluster; jobs inherit these, and nothing else of the caller's environment. */
    public static final List<String> KEPT = List.of(
            "PATH",
            "HOME",
            "USER",
            "LOGNAME",
            "SHELL",
            "LANG",
            "LC_ALL",
            "LC_CTYPE",
            "KRB5CCNAME",
            "SLURM_CONF",
            "SLURM_CONF_SERVER",
            "SLURM_JWT");

    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** As the host sets them. */
    public static CommandSettings from(PluginContext context) {
        return new CommandSettings(
                context.setting("bin").map(Path::of),
                context.setting("conf").map(Path::of),
                context.setting("cluster").filter(name -> !name.isEmpty()),
                Setting.duration(context, "command-timeout", LIMIT),
                context.setting("export").map(CommandSettings::names).orElse(List.of()),
                context.clock());
    }

    /** Returns the same with at least so long for one call. */
    public CommandSettings within(Duration longer) {
        Duration most = limit.compareTo(longer) < 0 ? longer : limit;
        return new CommandSettings(programs, configuration, cluster, most, exports, clock);
    }

    private static List<String> names(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .map(name -> Setting.matching("export", name, "[A-Za-z_][A-Za-z0-9_]*"))
                .toList();
    }

    /** Returns what a job sees that no command hands its environment to: of the caller's what is kept, and nothing of Slurm. */
    public Map<String, String> jobEnvironment() {
        Map<String, String> variables = new TreeMap<>(System.getenv());
        environment(variables);
        variables.keySet().removeIf(name -> name.startsWith("SLURM_"));
        return variables;
    }

    String path(String program) {
        return programs.map(folder -> folder.resolve(program).toString()).orElse(program);
    }

    /** Leaves of an environment what is kept. */
    void environment(Map<String, String> variables) {
        variables.keySet().removeIf(name -> !KEPT.contains(name) && !exports.contains(name));
        configuration.ifPresent(
                file -> variables.put("SLURM_CONF", file.toAbsolutePath().toString()));
    }
}
