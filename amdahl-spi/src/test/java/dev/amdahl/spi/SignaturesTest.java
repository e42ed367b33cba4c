package dev.amdahl.spi;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What plugins compile against changes only on purpose: {@code -Damdahl.signatures=write} accepts what is there now. */
final class SignaturesTest {
    private static final Path LIST = Path.of("src/test/resources/dev/amdahl/spi/signatures.txt");
    private static final Path CLASSES = Path.of("target/classes");

    @Test
    void publicSignaturesAreTheOnesInTheList() throws IOException {
        List<String> found = signatures();
        assertThat(found).hasSizeGreaterThan(100);
        if ("write".equals(System.getProperty("amdahl.signatures"))) {
            Files.write(LIST, found);
        }
        assertThat(found)
                .as("compared with %s; a change on purpose: mvn -pl amdahl-spi test -Damdahl.signatures=write", LIST)
                .containsExactlyElementsOf(Files.readAllLines(LIST));
    }

    private static List<String> signatures() throws IOException {
        try (Stream<Path> files = Files.walk(CLASSES)) {
            return files.map(file -> CLASSES.relativize(file).toString())
                    .filter(name -> name.endsWith(".class") && !name.endsWith("package-info.class"))
                    .map(name ->
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .<Class<?>>map(SignaturesTest::load)
                    .filter(SignaturesTest::isVisible)
                    .sorted(comparing(Class::getName))
                    .flatMap(SignaturesTest::lines)
                    .toList();
        }
    }

    private static Stream<String> lines(Class<?> type) {
        Stream<Member> members = Stream.<Member[]>of(
                        type.getDeclaredConstructors(), type.getDeclaredMethods(), type.getDeclaredFields())
                .flatMap(Stream::of);
        return Stream.concat(
                Stream.of(header(type)),
                members.filter(member -> isVisible(member.getModifiers()) && !member.isSynthetic())
                        .map(member -> "    " + describe(member))
                        .sorted());
    }

    /** Unlike the JDK's own text, the same on every JDK. */
    private static String header(Class<?> type) {
        String kind = type.isEnum() ? "enum" : type.isRecord() ? "record" : type.isInterface() ? "interface" : "class";
        String parents = Stream.concat(
                        Stream.ofNullable(type.getGenericSuperclass()), Stream.of(type.getGenericInterfaces()))
                .map(Type::getTypeName)
                .sorted()
                .collect(joining(", "));
        String parameters = type.getTypeParameters().length == 0 ? "" : Arrays.toString(type.getTypeParameters());
        return kind + " " + type.getName() + parameters + " : " + parents;
    }

    private static String describe(Member member) {
        return member instanceof Executable executable
                ? executable.toGenericString()
                : ((Field) member).toGenericString();
    }

    private static boolean isVisible(Class<?> type) {
        return isVisible(type.getModifiers())
                && (type.getEnclosingClass() == null || isVisible(type.getEnclosingClass()));
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, SignaturesTest.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(name, e);
        }
    }
}
