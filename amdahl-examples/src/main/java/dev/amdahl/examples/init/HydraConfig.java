package dev.amdahl.examples.init;

import dev.amdahl.spi.profiler.SettingScan;
import dev.amdahl.spi.profiler.SourceSetting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * The settings of a program of Hydra: the values that its configuration is put together from, each a word {@code key=value} of the command.
 * Used once, not thread-safe.
 */
final class HydraConfig {
    private static final String READER = "hydra.main";
    private static final int MAX_DEPTH = 8;
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_./:+-]+");
    private static final Pattern PACKAGE = Pattern.compile("#\\s*@package\\s+(\\S+).*");
    private static final Pattern DEFAULT = Pattern.compile("(?:optional\\s+)?([^@\\s]+)(?:@(\\S+))?");

    private final JobCommand job;
    private final Map<String, SourceSetting> settings = new LinkedHashMap<>();
    private final List<String> findings = new ArrayList<>();
    private final Path folder;
    private boolean isCertain = true;

    private HydraConfig(JobCommand job, Path folder) {
        this.job = job;
        this.folder = folder;
    }

    /** Adds what Hydra reads to what the source declares; returns that alone for any other program. */
    static SettingScan with(JobCommand job, SettingScan scan) {
        Optional<SourceSetting> name = keyword(scan, "config_name");
        if (name.isEmpty()) {
            return scan;
        }
        String path = word(job, "--config-path", "-cp")
                .or(() -> keyword(scan, "config_path").map(SourceSetting::value))
                .orElse(".");
        Path program = job.directory().resolve(name.get().file());
        HydraConfig config = new HydraConfig(job, program.resolveSibling(path).normalize());
        if (job.command().contains("-m") || job.command().contains("--multirun")) {
            config.findings.add("a Hydra sweep (--multirun) is several jobs: its settings are not tried");
        } else {
            config.read(word(job, "--config-name", "-cn").orElse(name.get().value()), "", 0);
        }
        if (!config.isCertain) {
            config.settings.clear();
            config.findings.add("a Hydra configuration overrides which other one is used: its settings are not tried");
        }
        List<SourceSetting> all = new ArrayList<>(config.settings.values());
        all.addAll(scan.settings());
        List<String> findings = new ArrayList<>(scan.findings());
        findings.addAll(config.findings);
        return new SettingScan(scan.files(), all, scan.libraries(), findings);
    }

    private static Optional<SourceSetting> keyword(SettingScan scan, String keyword) {
        return scan.settings().stream()
                .filter(setting -> setting.kind() == SourceSetting.Kind.KEYWORD
                        && setting.name().equals(READER + "." + keyword))
                .findFirst();
    }

    private static Optional<String> word(JobCommand job, String... names) {
        List<String> command = job.command();
        for (int i = 0; i < command.size(); i++) {
            for (String name : names) {
                if (command.get(i).startsWith(name + "=")) {
                    return Optional.of(command.get(i).substring(name.length() + 1));
                }
                if (command.get(i).equals(name) && i + 1 < command.size()) {
                    return Optional.of(command.get(i + 1));
                }
            }
        }
        return Optional.empty();
    }

    /** A file overrides what its defaults say, unless it says {@code _self_} before them. */
    private void read(String name, String above, int depth) {
        Path path = folder.resolve(name.replaceFirst("\\.yaml$", "") + ".yaml");
        String shown = job.relative(path).toString();
        if (!Files.isRegularFile(path) || depth > MAX_DEPTH) {
            findings.add(shown + ": named by Hydra's configuration and not "
                    + (depth > MAX_DEPTH ? "read, because it is nested too deep" : "here"));
            return;
        }
        ConfigFile file = new ConfigFile(path, shown);
        findings.addAll(file.findings());
        String group = name.contains("/") ? name.substring(0, name.lastIndexOf('/')) : "";
        String within = within(file, above);
        boolean isTold = false;
        for (Node each : file.items("defaults")) {
            if (YamlNodes.text(Optional.of(each)).filter("_self_"::equals).isPresent()) {
                tell(file, shown, within);
                isTold = true;
            } else {
                defaultOf(each, group, within, depth);
            }
        }
        if (!isTold) {
            tell(file, shown, within);
        }
    }

    private String within(ConfigFile file, String above) {
        Matcher header = PACKAGE.matcher(file.lines().stream().findFirst().orElse(""));
        return header.matches()
                ? header.group(1).replaceFirst("^_global_\\.?", "").replace("_group_", above)
                : above;
    }

    /** {@code group: option}, {@code group@package: option}, or a file in the same group. */
    private void defaultOf(Node each, String group, String within, int depth) {
        Optional<Map.Entry<String, Node>> choice =
                YamlNodes.entries(Optional.of(each)).entrySet().stream().findFirst();
        String key = choice.map(Map.Entry::getKey)
                .or(() -> YamlNodes.text(Optional.of(each)))
                .orElse("hydra");
        if (key.matches("(override\\s+)?/?hydra(/.*)?")) {
            return;
        }
        Matcher named = DEFAULT.matcher(key);
        if (!named.matches()) {
            isCertain = false;
            return;
        }
        boolean isRoot = named.group(1).startsWith("/") || group.isEmpty();
        String path = (isRoot ? "" : group + "/") + named.group(1).replaceFirst("^/", "");
        String option = choice.isEmpty()
                ? path.replaceFirst(".*/", "")
                : word(job, path)
                        .or(() -> YamlNodes.text(choice.map(Map.Entry::getValue)))
                        .orElse("???");
        String folderOf = choice.isPresent() ? path : path.contains("/") ? path.replaceFirst("/[^/]*$", "") : "";
        String inside = Optional.ofNullable(named.group(2)).orElse("_group_");
        if (!option.isEmpty() && !option.equals("null") && !option.equals("???")) {
            read(
                    folderOf.isEmpty() ? option : folderOf + "/" + option,
                    inside.replace("_group_", folderOf.replace('/', '.'))
                            .replace("_here_", within)
                            .replaceFirst("^_global_\\.?", ""),
                    depth + 1);
        }
    }

    private void tell(ConfigFile file, String shown, String within) {
        for (ConfigValue value : file.values()) {
            if (!value.key().startsWith("hydra.")) {
                String name = within.isEmpty() ? value.key() : within + "." + value.key();
                settings.put(
                        name,
                        new SourceSetting(
                                SourceSetting.Kind.OPTION,
                                name,
                                List.of("++" + name),
                                value.type(),
                                WORD.matcher(value.text()).matches() ? value.text() : "",
                                List.of(),
                                "hydra",
                                shown,
                                value.line()));
            }
        }
    }
}
