package dev.amdahl.examples.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Files stay small, and names say what a thing is. */
final class SourceShapeTest {
    private static final int MAX_LINES = 400;

    @Test
    void noFileIsTooLongToRead() throws IOException {
        List<Path> files = sources();
        assertThat(files).hasSizeGreaterThan(Modules.values().length);
        assertThat(files)
                .allSatisfy(file -> assertThat(lines(file)).as("%s", file).hasSizeLessThanOrEqualTo(MAX_LINES));
    }

    @Test
    void noTypeIsNamedForNothing() {
        assertThat(Modules.ALL)
                .extracting(JavaClass::getSimpleName)
                .noneMatch(name -> name.matches(".*(Manager|Helper|Util|Utils|Info)"));
        assertThat(Modules.ALL)
                .filteredOn(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .extracting(JavaClass::getSimpleName)
                .noneMatch(name -> name.endsWith("Impl"));
    }

    /** Bounds are MAX and MIN, and documentation that shows alone does not point above itself. */
    @Test
    void noWordOfThisListIsUsed() throws IOException {
        assertThat(sources())
                .allSatisfy(file -> assertThat(String.join("\n", lines(file)))
                        .as("%s", file)
                        .doesNotContainPattern(
                                "\\b(MO" + "ST|LE" + "AST|LONG" + "EST|FEW" + "EST|LARG" + "EST)_|As ab" + "ove"));
    }

    private static List<Path> sources() throws IOException {
        Path top = Path.of("").toAbsolutePath().getParent();
        try (Stream<Path> modules = Files.list(top)) {
            return modules.flatMap(module ->
                            Stream.of("src/main/java", "src/test/java").map(module::resolve))
                    .filter(Files::isDirectory)
                    .flatMap(SourceShapeTest::javaFiles)
                    .toList();
        }
    }

    private static Stream<Path> javaFiles(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
