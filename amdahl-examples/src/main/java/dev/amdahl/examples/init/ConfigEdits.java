package dev.amdahl.examples.init;

import dev.amdahl.examples.jobs.YamlDocument;
import dev.amdahl.spi.profiler.SettingScan;
import dev.amdahl.spi.profiler.SourceEdit;
import dev.amdahl.spi.profiler.SourceSetting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Changes of the configuration files that a command names: a patch for each value that an idea would try. Used once, not thread-safe. */
final class ConfigEdits {
    private static final Pattern FILE = Pattern.compile("(?:.*=)?([^=]+\\.(?:ya?ml|json|toml))");
    private static final Pattern OTHER = Pattern.compile("(?:.*=)?[^=]+\\.(?:ini|cfg)");
    private static final Pattern WRITTEN = Pattern.compile("-+[a-z_-]*(out|save|result|log)[a-z_-]*(=.*)?");

    private final JobCommand job;
    private final Levers levers;
    private final List<SourceEdit> edits = new ArrayList<>();
    private final List<String> findings = new ArrayList<>();

    ConfigEdits(JobCommand job, SettingScan scan, Levers levers) {
        this.job = job;
        this.levers = levers;
        files(scan).forEach(this::read);
    }

    List<SourceEdit> edits() {
        return edits;
    }

    /** Returns what was found and cannot be tried, and why. */
    List<String> findings() {
        return findings;
    }

    /** Those that the command names, but not where it writes; and those that an option of the source names by itself. */
    private Set<Path> files(SettingScan scan) {
        Set<Path> files = new LinkedHashSet<>();
        String before = "";
        for (String word : job.command()) {
            boolean isWritten =
                    WRITTEN.matcher(before).matches() || WRITTEN.matcher(word).matches();
            if (!isWritten) {
                add(files, word);
            }
            before = word;
        }
        scan.settings().stream()
                .filter(setting -> setting.kind() == SourceSetting.Kind.OPTION
                        && setting.name().contains("conf")
                        && job.command().stream()
                                .noneMatch(word -> word.replaceFirst("=.*", "").equals(setting.name())))
                .forEach(setting -> add(files, setting.value()));
        return files;
    }

    private void add(Set<Path> files, String word) {
        Matcher named = FILE.matcher(word);
        Path file = JobCommand.path(job.directory(), named.matches() ? named.group(1) : "");
        if (Files.isRegularFile(file)) {
            if (YamlDocument.isSmall(file)) {
                files.add(file);
            }
        } else if (OTHER.matcher(word).matches()
                && Files.isRegularFile(JobCommand.path(job.directory(), word.substring(word.indexOf('=') + 1)))) {
            findings.add(word + ": configuration that is not YAML, JSON or TOML is not read");
        }
    }

    private void read(Path path) {
        Path name = job.relative(path);
        ConfigFile file = new ConfigFile(path, name.toString());
        findings.addAll(file.findings());
        file.includes().forEach(key -> findings.add(name + ": includes another file (" + key + "), which is not read"));
        for (ConfigValue value : file.values()) {
            if (!value.isShared()) {
                change(file, name, value);
            }
        }
    }

    private void change(ConfigFile file, Path name, ConfigValue value) {
        SourceSetting setting = new SourceSetting(
                SourceSetting.Kind.KEYWORD,
                value.key(),
                List.of(),
                value.type(),
                value.text(),
                List.of(),
                "configuration",
                name.toString(),
                value.line());
        levers.match(setting, value.text()).ifPresent(match -> {
            if (name.isAbsolute()) {
                findings.add("not offered: " + value.key() + "=" + value.text() + ", as " + name
                        + " is not in the job's folder");
                return;
            }
            for (String to : match.values()) {
                file.diff(value, to)
                        .ifPresent(diff -> edits.add(new SourceEdit(
                                named(value.key() + "-" + to),
                                "set " + value.key() + " to " + to + ", now " + value.text(),
                                match.template().idea(),
                                match.template().addresses(),
                                false,
                                List.of(name + ":" + value.line()),
                                diff)));
            }
        });
    }

    private static String named(String text) {
        return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    }
}
