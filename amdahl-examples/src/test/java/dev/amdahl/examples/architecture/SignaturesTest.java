package dev.amdahl.examples.architecture;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What users compile against changes only on purpose. {@code mvn -pl amdahl-examples -am test -Dtest=SignaturesTest
 * -Damdahl.signatures=write} accepts what is there now.
 */
final class SignaturesTest {
    private static final Path LISTS = Path.of("src/test/resources/dev/amdahl/examples/architecture");
    private static final Set<JavaModifier> SHOWN =
            Set.of(JavaModifier.STATIC, JavaModifier.ABSTRACT, JavaModifier.FINAL, JavaModifier.PROTECTED);

    @ParameterizedTest
    @EnumSource(names = {"SPI", "CORE"})
    void publicSignaturesAreTheOnesInTheList(Modules module) throws IOException {
        Path list = LISTS.resolve("signatures-" + module.name().toLowerCase(Locale.ROOT) + ".txt");
        List<String> found = Modules.ALL.stream()
                .filter(type -> module.holds(type.getPackageName()) && PublicPackagesTest.isVisible(type))
                .sorted((a, b) -> a.getName().compareTo(b.getName()))
                .flatMap(SignaturesTest::lines)
                .toList();
        assertThat(found).hasSizeGreaterThan(500);
        if ("write".equals(System.getProperty("amdahl.signatures"))) {
            Files.write(list, found);
        }
        assertThat(found).as("compared with %s", list).containsExactlyElementsOf(Files.readAllLines(list));
    }

    private static Stream<String> lines(JavaClass type) {
        Stream<JavaMember> members = Stream.concat(type.getFields().stream(), type.getCodeUnits().stream());
        return Stream.concat(
                Stream.of(header(type)),
                members.filter(member -> PublicPackagesTest.isShown(member.getModifiers())
                                && !member.getModifiers().contains(JavaModifier.SYNTHETIC))
                        .map(member -> "    " + describe(member))
                        .sorted());
    }

    private static String header(JavaClass type) {
        String kind = type.isEnum() ? "enum" : type.isRecord() ? "record" : type.isInterface() ? "interface" : "class";
        Stream<JavaType> parents = Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
        String parameters = type.getTypeParameters().isEmpty()
                ? ""
                : type.getTypeParameters().toString();
        return modifiers(type.getModifiers()) + kind + " " + type.getName() + parameters + " : "
                + parents.map(JavaType::getName).sorted().collect(joining(", "));
    }

    private static String describe(JavaMember member) {
        if (member instanceof JavaCodeUnit unit) {
            return modifiers(unit.getModifiers()) + unit.getReturnType().getName() + " " + unit.getName() + "("
                    + names(unit.getParameterTypes()) + ")"
                    + (unit.getExceptionTypes().isEmpty() ? "" : " throws " + names(unit.getExceptionTypes()));
        }
        return modifiers(member.getModifiers()) + ((JavaField) member).getType().getName() + " " + member.getName();
    }

    private static String names(Collection<? extends JavaType> types) {
        return types.stream().map(JavaType::getName).collect(joining(", "));
    }

    private static String modifiers(Set<JavaModifier> modifiers) {
        return modifiers.stream()
                .filter(SHOWN::contains)
                .sorted()
                .map(modifier -> modifier.name().toLowerCase(Locale.ROOT) + " ")
                .collect(joining());
    }
}
