package dev.amdahl.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.Plugins;
import dev.amdahl.gpu.ComputeBackendProvider;
import dev.amdahl.spi.PluginFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The README's table of plugins names what the modules' {@code META-INF/services} provide, by kind and name. */
final class PluginTableTest {
    private static final String SERVICES = "src/main/resources/META-INF/services";
    private static final Pattern ROW = Pattern.compile("\\| ([a-z-]+) \\| ([^|]*) \\|.*");
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");

    /** The rows of the table below {@code ## Plugins}: kind, and the names in its second column. */
    private static Map<String, Set<String>> table(List<String> page) {
        Map<String, Set<String>> table = new TreeMap<>();
        for (String line : page.subList(page.indexOf("## Plugins"), page.size())) {
            Matcher row = ROW.matcher(line);
            if (row.matches() && !row.group(1).equals("kind")) {
                Set<String> names = new TreeSet<>();
                NAME.matcher(row.group(2)).results().forEach(name -> names.add(name.group(1)));
                table.put(row.group(1), names);
            }
            if (line.startsWith("## ") && !line.equals("## Plugins")) {
                break;
            }
        }
        return table;
    }

    /** What the services files of all modules name, each provider asked for its name. */
    private static Map<String, Set<String>> provided() throws IOException, ReflectiveOperationException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> modules = Files.list(Page.ROOT)) {
            for (Path folder : modules.map(module -> module.resolve(SERVICES))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> services = Files.list(folder)) {
                    services.forEach(files::add);
                }
            }
        }
        Map<String, Set<String>> provided = new TreeMap<>();
        for (Path file : files) {
            for (String provider : Files.readAllLines(file)) {
                provided.computeIfAbsent(kind(file.getFileName().toString()), kind -> new TreeSet<>())
                        .add(name(
                                Class.forName(provider).getDeclaredConstructor().newInstance()));
            }
        }
        return provided;
    }

    private static String name(Object provider) {
        return provider instanceof ComputeBackendProvider backend
                ? backend.name()
                : ((PluginFactory<?>) provider).name();
    }

    /** As {@link Plugins} names it. */
    private static String kind(String service) {
        return service.replaceFirst(".*\\.", "")
                .replaceFirst("(Factory|Provider)$", "")
                .replaceAll("(?<=[a-z])(?=[A-Z])", "-")
                .toLowerCase(Locale.ROOT);
    }

    /** What stands in one of them and not in the other, a line for each kind. */
    private static List<String> differences(Map<String, Set<String>> table, Map<String, Set<String>> provided) {
        Set<String> kinds = new TreeSet<>(table.keySet());
        kinds.addAll(provided.keySet());
        return kinds.stream()
                .filter(kind -> !table.getOrDefault(kind, Set.of()).equals(provided.getOrDefault(kind, Set.of())))
                .map(kind -> kind + ": the page has " + sorted(table, kind) + ", the services files "
                        + sorted(provided, kind))
                .toList();
    }

    private static Set<String> sorted(Map<String, Set<String>> names, String kind) {
        return new TreeSet<>(names.getOrDefault(kind, Set.of()));
    }

    @Test
    void theTableNamesWhatTheServicesFilesProvide() throws Exception {
        Map<String, Set<String>> provided = provided();

        assertThat(provided).hasSizeGreaterThan(9);
        assertThat(differences(table(Files.readAllLines(Page.ROOT.resolve("README.md"))), provided))
                .isEmpty();
    }

    @Test
    void theServicesFilesAreWhatTheCommandLineFinds() throws Exception {
        Map<String, Set<String>> found = new TreeMap<>();
        Plugins.discover()
                .all()
                .forEach(one -> found.computeIfAbsent(one.kind(), kind -> new TreeSet<>())
                        .add(one.name()));
        Map<String, Set<String>> provided = provided();
        provided.remove("compute-backend");

        assertThat(found).isEqualTo(provided);
    }

    @Test
    void aWrongTableIsSeen() {
        Map<String, Set<String>> provided =
                Map.of("llm-backend", Set.of("openai", "replay"), "builder", Set.of("git"), "advisor", Set.of("llm"));
        Map<String, Set<String>> table = table(List.of(
                "| builder | `svn` | before the heading |",
                "## Plugins",
                "| kind | built in | |",
                "|---|---|---|",
                "| llm-backend | `replay` | [models](docs/models.md), `openai` |",
                "| builder | `git` | |",
                "| refiner | `loop` | |",
                "## Modules",
                "| advisor | `llm` | |"));

        assertThat(differences(table, provided))
                .containsExactly(
                        "advisor: the page has [], the services files [llm]",
                        "llm-backend: the page has [replay], the services files [openai, replay]",
                        "refiner: the page has [loop], the services files []");
        assertThat(differences(provided, provided)).isEmpty();
    }
}
