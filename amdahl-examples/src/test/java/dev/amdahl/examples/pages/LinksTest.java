package dev.amdahl.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links lead somewhere, and the names that pages give things are those of the sources. */
final class LinksTest {
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern QUALIFIED = Pattern.compile("\\bdev\\.amdahl((?:\\.[a-z]\\w*)+)(?:\\.([A-Z]\\w*))?");
    private static final Pattern TEST = Pattern.compile("\\b[A-Z]\\w+(?:Test|Contract|Benchmark)\\b");
    private static final Path INDEX = Page.ROOT.resolve("docs/README.md");

    private static List<String> targets(Page page) {
        return page.prose().stream()
                .flatMap(line -> LINK.matcher(line).results().map(found -> found.group(1)))
                .filter(target -> !target.matches("[a-z]+:.*"))
                .toList();
    }

    private static Path file(Page page, String target) {
        String path = target.replaceFirst("#.*", "");
        return path.isEmpty() ? page.file() : page.file().resolveSibling(path).normalize();
    }

    @Test
    void everyLinkNamesAFileAndAHeadingThatAreThere() {
        List<Page> pages = Page.all();
        List<String> wrong = new ArrayList<>();
        int seen = 0;
        for (Page page : pages) {
            for (String target : targets(page)) {
                seen++;
                String anchor = target.contains("#") ? target.replaceFirst(".*#", "") : "";
                Path file = file(page, target);
                boolean found = Files.exists(file)
                        && (anchor.isEmpty()
                                || pages.stream()
                                        .anyMatch(to -> to.file().equals(file)
                                                && to.anchors().contains(anchor)));
                if (!found) {
                    wrong.add(page.name() + " -> " + target);
                }
            }
        }
        assertThat(seen).isGreaterThan(100);
        assertThat(wrong).isEmpty();
    }

    @Test
    void theIndexNamesEveryPage() {
        List<Page> pages = Page.all();
        Page index = pages.stream()
                .filter(page -> page.file().equals(INDEX))
                .findFirst()
                .orElseThrow();

        assertThat(targets(index).stream().map(target -> file(index, target)).collect(Collectors.toSet()))
                .containsAll(pages.stream()
                        .filter(page -> page.name().matches("docs/[^/]+") && !page.equals(index))
                        .map(Page::file)
                        .toList());
    }

    /** Within three lines below a picture. */
    @Test
    void everyPictureHasTheCommandThatMadeIt() {
        int seen = 0;
        for (Page page : Page.all()) {
            for (int i = 0; i < page.lines().size(); i++) {
                if (page.lines().get(i).startsWith("![")) {
                    seen++;
                    assertThat(page.lines()
                                    .subList(i + 1, Math.min(i + 4, page.lines().size())))
                            .as("%s:%d", page.name(), i + 1)
                            .anyMatch(line -> line.matches(".*(Made|made) by .*`.*"));
                }
            }
        }
        assertThat(seen).isGreaterThan(1);
    }

    @Test
    void everyPackageClassAndTestThatIsNamedIsThere() throws Exception {
        List<Path> roots;
        try (Stream<Path> modules = Files.list(Page.ROOT)) {
            roots = modules.flatMap(module -> Stream.of("src/main/java", "src/test/java", "src/main/resources")
                            .map(module::resolve))
                    .filter(Files::isDirectory)
                    .toList();
        }
        List<String> names = new ArrayList<>();
        for (Path root : roots) {
            try (Stream<Path> files = Files.walk(root)) {
                files.map(file -> root.relativize(file).toString()).forEach(names::add);
            }
        }
        List<String> missing = new ArrayList<>();
        for (Page page : Page.all()) {
            for (String line : page.lines()) {
                for (Matcher found = QUALIFIED.matcher(line); found.find(); ) {
                    String path = ("dev.amdahl" + found.group(1)).replace('.', '/')
                            + (found.group(2) == null ? "" : "/" + found.group(2) + ".java");
                    if (!names.contains(path)) {
                        missing.add(page.name() + ": " + found.group());
                    }
                }
                for (Matcher found = TEST.matcher(line); found.find(); ) {
                    if (names.stream().noneMatch(name -> name.endsWith("/" + found.group() + ".java"))) {
                        missing.add(page.name() + ": " + found.group());
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
    }
}
