package dev.amdahl.examples.architecture;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The scans of this package see every module, and packages belong to one module each. */
final class ModulesTest {
    @ParameterizedTest
    @EnumSource
    void everyModuleIsSeen(Modules module) {
        assertThat(Modules.ALL)
                .as("classes under %s", module.root)
                .anyMatch(type -> module.holds(type.getPackageName()));
    }

    @Test
    void everyClassLiesUnderTheRootOfItsModule() {
        assertThat(Modules.ALL).allMatch(type -> Modules.of(type).isPresent());
    }

    @Test
    void noPackageIsSplitOverTwoModules() {
        Map<String, Set<String>> places = Modules.ALL.stream()
                .collect(groupingBy(JavaClass::getPackageName, mapping(ModulesTest::place, toSet())));
        assertThat(places).hasSizeGreaterThanOrEqualTo(Modules.values().length);
        assertThat(places)
                .allSatisfy((name, locations) -> assertThat(locations).as(name).hasSize(1));
    }

    @Test
    void everyPackageSaysThatItIsNullMarked() {
        Set<String> packages =
                Modules.ALL.stream().map(JavaClass::getPackageName).collect(toSet());
        assertThat(packages)
                .allSatisfy(name -> assertThat(Modules.ALL.getPackage(name).isAnnotatedWith(NullMarked.class))
                        .as(name)
                        .isTrue());
    }

    @Test
    void packagesAreAtMostTwoLevelsBelowTheirRoot() {
        assertThat(Modules.ALL).allSatisfy(type -> {
            String below = type.getPackageName()
                    .substring(Modules.of(type).orElseThrow().root.length())
                    .replaceFirst("^[.]internal", "");
            assertThat(below.chars().filter(character -> character == '.').count())
                    .as(type.getName())
                    .isLessThanOrEqualTo(2);
        });
    }

    private static String place(JavaClass type) {
        String file = type.getSource().orElseThrow().getUri().toString();
        return file.substring(0, file.length() - (type.getName().length() + ".class".length()));
    }
}
