package dev.amdahl.profilers.internal.source;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.SettingScan;
import dev.amdahl.spi.profiler.SourceEdit;
import dev.amdahl.spi.profiler.SourceLimits;
import dev.amdahl.spi.profiler.SourceSetting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Reads the settings of one Python program, and what could be changed in it: its file first, then what it imports from its own folder. Used once, not thread-safe. */
final class PythonProgram {
    private static final int MAX_FILES = 200;

    private final Path root;
    private final SourceLimits limits;
    private final Map<String, List<SourceSetting>> settings = new TreeMap<>();
    private final Map<String, PythonEdits> files = new TreeMap<>();
    private final Set<String> libraries = new TreeSet<>();
    private final List<String> findings = new ArrayList<>();
    private final Deque<Path> open = new ArrayDeque<>();
    private final Set<Path> seen = new TreeSet<>();

    PythonProgram(Path root, SourceLimits limits) {
        this.root = root.toAbsolutePath().normalize();
        this.limits = limits;
        if (!Files.isDirectory(root) || !Files.isReadable(root)) {
            throw new InvalidInputException(root.toString(), "no readable folder", "name the folder of the source");
        }
    }

    SettingScan scan(Path program) {
        readAll(program);
        List<SourceSetting> all = settings.values().stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparing(SourceSetting::file).thenComparingInt(SourceSetting::line))
                .toList();
        return new SettingScan(List.copyOf(settings.keySet()), once(all), libraries, findings);
    }

    /** Returns the changes of the program that can be tried, each over all of its files. */
    List<SourceEdit> edits(Path program) {
        readAll(program);
        return Arrays.stream(PythonEdit.values())
                .flatMap(edit -> edit.over(files).stream())
                .toList();
    }

    private void readAll(Path program) {
        Path first = root.resolve(program).normalize();
        ask(first);
        while (!open.isEmpty()) {
            if (settings.size() >= MAX_FILES) {
                findings.add("only the first " + MAX_FILES + " files that " + program + " imports were read");
                break;
            }
            read(open.remove(), parent(first));
        }
    }

    private Path parent(Path file) {
        return Optional.ofNullable(file.getParent()).orElse(root);
    }

    private void ask(Path file) {
        if (seen.add(file)) {
            open.add(file);
        }
    }

    private void read(Path file, Path folder) {
        String name = file.startsWith(root) ? root.relativize(file).toString().replace('\\', '/') : file.toString();
        try {
            SyntaxNode module = Grammar.PYTHON.parse(TreeScan.text(file, limits));
            if (file.startsWith(root)) {
                files.put(name, new PythonEdits(module));
            }
            settings.put(name, new PythonSettings(name, module).all());
            module.each(node -> {
                if (node.is("import_statement")) {
                    node.fields("name").forEach(imported -> follow(plain(imported), file, folder));
                } else if (node.is("import_from_statement")) {
                    from(node, file, folder);
                }
            });
        } catch (UnparsableException e) {
            findings.add(name + ": " + e.getMessage());
        } catch (IOException e) {
            findings.add(name + ": cannot be read: " + e);
        }
    }

    private void from(SyntaxNode node, Path file, Path folder) {
        String module = node.field("module_name").text();
        follow(module, file, folder);
        if (isOwn(module, file, folder) || module.chars().allMatch(c -> c == '.')) {
            String prefix = module.endsWith(".") ? module : module + ".";
            node.fields("name").forEach(name -> follow(prefix + plain(name), file, folder));
        }
    }

    private static String plain(SyntaxNode imported) {
        return imported.is("aliased_import") ? imported.field("name").text() : imported.text();
    }

    /** A module of the folder is read; any other is a library. */
    private void follow(String module, Path file, Path folder) {
        List<Path> candidates = candidates(module, file, folder);
        candidates.stream().filter(Files::isRegularFile).findFirst().ifPresent(this::ask);
        if (!module.startsWith(".") && !isOwn(module, file, folder)) {
            libraries.add(module.replaceFirst("\\..*", ""));
        }
    }

    private boolean isOwn(String module, Path file, Path folder) {
        return module.startsWith(".")
                || candidates(module.replaceFirst("\\..*", ""), file, folder).stream()
                        .anyMatch(path -> Files.exists(path)
                                || (path.endsWith("__init__.py") && Files.isDirectory(path.resolveSibling(""))));
    }

    private List<Path> candidates(String module, Path file, Path folder) {
        int up = 0;
        while (up < module.length() && module.charAt(up) == '.') {
            up++;
        }
        String path = module.substring(up).replace('.', '/');
        List<Path> places = new ArrayList<>();
        if (up > 0) {
            Path from = parent(file);
            for (int i = 1; i < up; i++) {
                from = parent(from);
            }
            places.add(from);
        } else {
            places.add(folder);
            places.add(root);
        }
        return places.stream()
                .filter(place -> place.startsWith(root))
                .flatMap(place -> path.isEmpty()
                        ? List.of(place.resolve("__init__.py")).stream()
                        : List.of(place.resolve(path + ".py"), place.resolve(path + "/__init__.py")).stream())
                .toList();
    }

    /** An option that two parsers declare is not one setting: which of them reads it cannot be told from the text. */
    private List<SourceSetting> once(List<SourceSetting> all) {
        Map<String, List<SourceSetting>> byName = all.stream()
                .filter(setting -> setting.kind() == SourceSetting.Kind.OPTION)
                .collect(Collectors.groupingBy(SourceSetting::name, LinkedHashMap::new, Collectors.toList()));
        List<SourceSetting> kept = new ArrayList<>();
        Set<String> done = new HashSet<>();
        for (SourceSetting setting : all) {
            List<SourceSetting> same = byName.getOrDefault(setting.name(), List.of());
            if (same.isEmpty()) {
                kept.add(setting);
            } else if (done.add(setting.name())) {
                if (same.stream().map(SourceSetting::value).distinct().count() == 1) {
                    kept.add(setting);
                } else {
                    findings.add(setting.name() + " is declared with different defaults in "
                            + same.stream().map(SourceSetting::place).collect(Collectors.joining(" and "))
                            + ": left out, add the lever by hand");
                }
            }
        }
        return kept;
    }
}
