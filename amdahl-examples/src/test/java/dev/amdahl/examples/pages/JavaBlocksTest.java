package dev.amdahl.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every Java block of every page compiles: a class as it stands, statements in a method that is given what a comment above the block
 * names ({@code <!-- given: Ledger ledger -->}). Those of {@code embed.md} are whole files: {@code EmbedPageTest}; that of the README
 * runs: {@code ReadmeTest}, and so do those of {@code snippets.md}: {@code SnippetsTest}.
 */
final class JavaBlocksTest {
    private static final List<String> ELSEWHERE = List.of("README.md", "docs/embed.md", "docs/snippets.md");
    private static final Pattern TYPE =
            Pattern.compile("(?m)^(?:public )?(?:final )?(?:class|record|interface) (\\w+)");
    private static final Pattern NAME = Pattern.compile("(?<![.\\w\"])[A-Z]\\w+");
    private static final Pattern GIVEN = Pattern.compile("<!-- given: (.*) -->");
    private static final String JDK = Stream.of(
                    "java.io", "java.nio.file", "java.security", "java.time", "java.util", "java.util.concurrent")
            .map(name -> "import " + name + ".*;\n")
            .collect(Collectors.joining());

    @TempDir
    Path folder;

    @Test
    void theJavaBlocksOfAllPagesCompile() throws Exception {
        Map<String, String> types = types();
        List<String> arguments = new ArrayList<>(List.of(
                "-proc:none",
                "-Xlint:none",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "-d",
                folder.resolve("classes").toString()));
        int blocks = 0;
        for (Page page : Page.all()) {
            for (Page.Block block : page.blocks()) {
                if (block.language().equals("java") && !ELSEWHERE.contains(page.name()) && !block.isExcused()) {
                    arguments.add(write(block, "block" + ++blocks, types).toString());
                }
            }
        }
        ByteArrayOutputStream said = new ByteArrayOutputStream();

        int compiled = ToolProvider.getSystemJavaCompiler().run(null, said, said, arguments.toArray(String[]::new));

        assertThat(compiled).as(said.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(blocks).isGreaterThan(9);
    }

    private Path write(Page.Block block, String name, Map<String, String> types) throws IOException {
        boolean isType = TYPE.matcher(block.text()).find();
        MatchResult given = GIVEN.matcher(block.before())
                .results()
                .findFirst()
                .orElseGet(() ->
                        GIVEN.matcher("<!-- given:  -->").results().findFirst().orElseThrow());
        String statements = block.text().strip();
        String body = isType
                ? block.text().replaceAll("(?m)^public (?=(final )?(class|record|interface))", "")
                : "abstract class Block { void run(" + given.group(1) + ") throws Exception {\n" + statements
                        + (statements.matches("(?s).*[;}](\\s*//[^\n]*)?") ? "" : ";") + "\n}}\n";
        String imports = NAME.matcher(body.replaceAll("\"[^\"]*\"", "\"\""))
                .results()
                .map(MatchResult::group)
                .filter(types::containsKey)
                .filter(type -> !Pattern.compile("(class|record) " + type + "\\b")
                        .matcher(body)
                        .find())
                .distinct()
                .map(type -> "import " + types.get(type) + ";\n")
                .collect(Collectors.joining());
        Path source = folder.resolve(name).resolve("Block.java");
        Files.createDirectories(source.getParent());
        return Files.writeString(
                source,
                "package " + name + "; // " + block.place() + "\n"
                        + (block.text().startsWith("import") ? "" : JDK + imports) + body);
    }

    /** The public types of the modules by simple name; of several of one name that of the earliest module. */
    private static Map<String, String> types() throws IOException {
        Map<String, String> types = new TreeMap<>();
        for (String module : List.of("spi", "core", "profilers", "llm", "gpu", "examples")) {
            Path root = Page.ROOT.resolve("amdahl-" + module + "/src/main/java");
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    String simple = file.getFileName().toString().replace(".java", "");
                    if (Files.readString(file).matches("(?s).*\npublic [a-z ]+" + simple + "\\b.*")) {
                        types.putIfAbsent(
                                simple,
                                root.relativize(file)
                                        .toString()
                                        .replace(".java", "")
                                        .replace('/', '.'));
                    }
                }
            }
        }
        return types;
    }
}
