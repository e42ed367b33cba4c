package dev.amdahl.examples.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigFileTest {
    @TempDir
    private Path folder;

    private ConfigFile file(String text) throws IOException {
        return new ConfigFile(Files.writeString(folder.resolve("c.yaml"), text), "c.yaml");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "a: 1   # one~2~a: 2   # one",
                "é: {a: 1, b: 3}~2~é: {a: 2, b: 3}",
                "a: 'x'~y~a: 'y'",
                "a: true~False~a: false",
            })
    void oneValueOfALineIsReplaced(String line, String to, String after) throws IOException {
        ConfigFile file = file("# first\n" + line + "\nlast: 0\n");
        assertThat(file.diff(file.values().get(0), to)
                        .orElseThrow()
                        .lines()
                        .filter(text -> text.matches("[+-][^+-].*")))
                .containsExactly("-" + line, "+" + after);
    }

    @Test
    void jsonIsYaml() throws IOException {
        ConfigFile file = file("{\n  \"a\": {\"b\": \"x\"},\n  \"c\": [1]\n}\n");
        assertThat(file.values()).singleElement().satisfies(value -> {
            assertThat(value.key()).isEqualTo("a.b");
            assertThat(value.line()).isEqualTo(2);
            assertThat(file.diff(value, "y").orElseThrow()).contains("+  \"a\": {\"b\": \"y\"},\n");
        });
    }

    @ParameterizedTest
    @CsvSource({"'a: >\n  x\n  y\n'", "'a: 1'", "'a: 1\r\n'"})
    void noDiffOfWhatGitWouldNotTake(String text) throws IOException {
        ConfigFile file = file(text);
        assertThat(file.diff(file.values().get(0), "2")).isEmpty();
    }

    @Test
    void anchorsIncludesAndDocuments() throws IOException {
        ConfigFile file = file("""
                _base_: other.yaml
                common: &c {a: 1}
                b: &b 2
                mine: {<<: *c, d: *b, e: 5, f: !include x.yaml, g: ~, h: null}
                ---
                h: 1
                """);
        assertThat(file.values().stream()
                        .map(value -> value.key() + "=" + value.text() + (value.isShared() ? " shared" : ""))
                        .collect(Collectors.joining(", ")))
                .isEqualTo("_base_=other.yaml, common.a=1 shared, b=2 shared, mine.e=5, mine.g=, mine.h=");
        assertThat(file.includes()).containsExactly("_base_");
        assertThat(file.findings())
                .containsExactly(
                        "c.yaml: holds 2 documents, of which the first is read",
                        "c.yaml:4: includes another file (!include), which is not read",
                        "c.yaml: values under an anchor (&) apply in several places, and are not tried");
    }

    @Test
    void whatIsNoConfigurationIsOneLine() throws IOException {
        for (String text : List.of("a: [", "a: *none\n", "\t- x\n", "a: " + "[".repeat(30) + "\n", "a: &x [*x]\n")) {
            ConfigFile file = file(text);
            assertThat(file.findings()).as(text).allMatch(finding -> !finding.contains("\n"));
            assertThat(file.values()).as(text).isEmpty();
        }
        assertThat(file("").values()).isEmpty();
        assertThat(file("- 1\n- 2\n").values()).isEmpty();
        assertThat(new ConfigFile(folder.resolve("none.yaml"), "none.yaml").findings())
                .singleElement()
                .asString()
                .contains("no such file");
    }

    @Test
    void toml() throws IOException {
        Path path = Files.writeString(folder.resolve("c.toml"), """
                workers = 4 # workers = 4
                [a]
                workers = 4
                "log" = "x=4"
                b = { workers = 4, deep.workers = -1.5 }
                list = [1, 2]
                """);
        ConfigFile file = new ConfigFile(path, "c.toml");
        assertThat(file.values().stream()
                        .map(value -> value.key() + "=" + value.text() + " " + value.type() + " " + value.line() + ":"
                                + value.start()))
                .containsExactly(
                        "workers=4 INTEGER 1:10",
                        "a.workers=4 INTEGER 3:10",
                        "a.log=x=4 TEXT 4:8",
                        "a.b.workers=4 INTEGER 5:16",
                        "a.b.deep.workers=-1.5 NUMBER 5:34");
        assertThat(file.diff(file.values().get(3), "8").orElseThrow())
                .contains("+b = { workers = 8, deep.workers = -1.5 }\n");
        assertThat(file.diff(file.values().get(2), "y").orElseThrow()).contains("+\"log\" = \"y\"\n");
        Files.writeString(path, "a = [\n");
        assertThat(new ConfigFile(path, "c.toml").findings())
                .singleElement()
                .asString()
                .startsWith("not read as a configuration: c.toml: ")
                .doesNotContain("\n");
    }
}
