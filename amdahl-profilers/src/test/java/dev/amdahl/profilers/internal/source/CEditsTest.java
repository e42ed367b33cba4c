package dev.amdahl.profilers.internal.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.profiler.SourceEdit;
import dev.amdahl.spi.profiler.SourceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each change where it applies, and where it would be wrong or for nothing. */
class CEditsTest {
    @TempDir
    private Path folder;

    private List<SourceEdit> edits(String body) throws IOException {
        Files.write(folder.resolve("program"), new byte[] {0x7f, 'E', 'L', 'F', 2});
        Files.writeString(folder.resolve("Makefile"), "program: program.c\n");
        String file =
                "double run(char *s, FILE *out, double x, float y, int k, int n, int m) {\n    double sum = 0, z = 1;\n    "
                        + body + "\n    return sum;\n}\n";
        Files.writeString(folder.resolve("program.c"), file);
        return new MakeSiteFinder().edits(folder, Path.of("program"), SourceLimits.DEFAULT);
    }

    private static String changed(SourceEdit edit) {
        return edit.diff()
                .lines()
                .filter(line -> line.matches("[+-](?![+-]{2} ).*"))
                .map(line -> line.replaceFirst("    ", ""))
                .collect(Collectors.joining("|"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "for (int i = 0; i < strlen(s); i++) k += s[i];~strlen-hoist"
                        + "~const size_t s_length = strlen(s);|+for (int i = 0; i < s_length; i++) k += s[i];",
                "for (size_t i = 0; i < n && i != strlen(s); i++) k++;~-~",
                "for (;;) { k++; fflush(out); }~flush-less~for (;;) { k++; ; }",
                "while (k++ < n) if (k) fflush(stdout);~flush-less~while (k++ < n) if (k) ;",
                "setvbuf(stdout, NULL, _IONBF, 0);~stdio-buffered~",
                "if (k) setbuf(out, NULL);~stdio-buffered~if (k) ;",
                "sum += pow(x, 2);~power-product~sum += (x * x);",
                "sum += powf(y, 3.0f);~power-product~sum += (y * y * y);",
                "sum = pow(z, 4.);~power-product~sum = (z * z * z * z);",
                "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) sum += a[j][i];~loop-order"
                        + "~for (int j = 0; j < m; j++) for (int i = 0; i < n; i++) sum += a[j][i];",
                "for (int i = 0; i < n; ++i) { for (int j = 0; j < m; ++j) { b[j * n + i] = a[j * n + i] * x; } }~loop-order"
                        + "~for (int j = 0; j < m; ++j) { for (int i = 0; i < n; ++i) { b[j * n + i] = a[j * n + i] * x; } }",
            })
    void onePlace(String before, String name, String after) throws IOException {
        List<SourceEdit> edits =
                edits(before).stream().filter(edit -> edit.name().equals(name)).toList();
        if (name.equals("-")) {
            assertThat(edits).isEmpty();
            return;
        }
        assertThat(edits).singleElement().satisfies(edit -> {
            assertThat(edit.places()).containsExactly("program.c:3");
            assertThat(changed(edit)).isEqualTo("-" + before + (after == null ? "" : "|+" + after));
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "for (int i = 0; i < strlen(s); i++) s[i] = ' ';",
                "for (int i = 0; i < strlen(s); i++) { s++; }",
                "for (int i = 0; i < strlen(s); i++) trim(s);",
                "for (int i = 0; i < strlen(s); i++) *(s + i) = 0;",
                "for (int i = 0; i < strlen(s); s[i++]--) k++;",
                "if (k) for (int i = 0; i < strlen(s); i++) k++;",
                "for (int i = 0; i < length(s); i++) k++;",
                "fflush(out);",
                "for (;;) fflush(stderr);",
                "setvbuf(out, buffer, _IOFBF, 65536);",
                "setvbuf(stderr, NULL, _IONBF, 0);",
                "sum = pow(x, 2.5) + pow(2, x) + pow(x, k);",
                "sum = pow(k, 2) + pow(y, 2) + pow(x + 1, 2);",
                "if (k) { int x = 3; sum = pow(x, 2); }",
                "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) sum += a[i][j];",
                "for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) sum += a[j][i];",
                "for (int i = 0; i < n; i++) for (int j = i; j < m; j++) sum += a[j][i];",
                "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) b[i][j] = a[j][i];",
                "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) sum = a[j][i];",
                "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) sum += next(a[j][i]);",
                "for (int i = 0; i < n; i++) { k = 0; for (int j = 0; j < m; j++) sum += a[j][i]; }",
                "for (int i = 0; i < n; i++) for (int j = 0; j < m; j += 2) sum += a[j][i];",
                "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) n += a[j][i];",
                "this is no C",
            })
    void notThere(String line) throws IOException {
        assertThat(edits(line)).isEmpty();
    }

    @Test
    void aNameThatIsTakenIsNotTakenAgain() throws IOException {
        String loop = "for (int i = 0; i < strlen(s); i++) k += s[i];";
        assertThat(edits("int s_length = 1;\n    " + loop + "\n    " + loop))
                .singleElement()
                .satisfies(edit -> assertThat(edit.diff())
                        .contains(
                                "+    const size_t s_length2 = strlen(s);",
                                "+    const size_t s_length3 = strlen(s);"));
    }
}
