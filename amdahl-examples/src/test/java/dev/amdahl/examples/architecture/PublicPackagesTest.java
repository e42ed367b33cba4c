package dev.amdahl.examples.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.examples.architecture.planted.LeakingDoor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Packages without {@code internal} in their name are for users: they are few, and show nothing internal. */
final class PublicPackagesTest {
    private static final int MAX_TYPES_OF_CORE = 150;
    private static final String INTERNAL = "dev.amdahl..internal..";
    private static final Path USED = Path.of("src/test/resources/dev/amdahl/examples/architecture/internal-types.txt");

    private static final ArchRule SIGNATURES = classes()
            .that(DescribedPredicate.describe("users see", PublicPackagesTest::isVisible))
            .should(showNothingInternal())
            .allowEmptyShould(true);
    private static final ArchRule EMBEDDERS = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAPackage(INTERNAL)
            .allowEmptyShould(true);

    @Test
    void publicPackagesNeverMentionInternalOnesInASignature() {
        JavaClasses libraries = Modules.ALL.that(resideInAnyPackage(Modules.libraries()));
        assertThat(libraries.stream().filter(PublicPackagesTest::isVisible)).hasSizeGreaterThan(200);
        SIGNATURES.check(libraries);
    }

    @Test
    void signatureThatMentionsAnInternalTypeIsFound() {
        assertThat(SIGNATURES
                        .evaluate(new ClassFileImporter().importClasses(LeakingDoor.class))
                        .getFailureReport()
                        .getDetails())
                .singleElement()
                .asString()
                .contains("LeakingDoor", Cycle.class.getName());
    }

    @Test
    void coreShowsFewTypes() {
        assertThat(Modules.ALL.stream()
                        .filter(type -> Modules.CORE.holds(type.getPackageName()) && type.isTopLevelClass())
                        .filter(PublicPackagesTest::isVisible)
                        .map(JavaClass::getName))
                .hasSizeLessThanOrEqualTo(MAX_TYPES_OF_CORE)
                .hasSizeGreaterThan(MAX_TYPES_OF_CORE / 2);
    }

    /** The proof that the doors suffice for those who embed the library. */
    @Test
    void embeddingExamplesUsePublicPackagesOnly() {
        JavaClasses embedders =
                Modules.ALL.that(resideInAnyPackage("dev.amdahl.examples.embed", "dev.amdahl.examples.fleet"));
        assertThat(embedders).hasSizeGreaterThan(30);
        EMBEDDERS.check(embedders);
    }

    @Test
    void embedderThatUsesAnInternalTypeIsFound() {
        assertThat(EMBEDDERS
                        .evaluate(new ClassFileImporter().importClasses(LeakingDoor.class))
                        .hasViolation())
                .isTrue();
    }

    /** The command line still uses these; {@code -Damdahl.signatures=write} accepts a list that has become shorter. */
    @Test
    void commandLineUsesNoFurtherInternalTypes() throws IOException {
        List<String> used = Modules.ALL.that(resideInAPackage(Modules.EXAMPLES.packages())).stream()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                .filter(resideInAPackage(INTERNAL))
                .map(type -> type.getName().replaceFirst("\\$.*", ""))
                .distinct()
                .sorted()
                .toList();
        if ("write".equals(System.getProperty("amdahl.signatures"))) {
            assertThat(used).isSubsetOf(Files.readAllLines(USED));
            Files.write(USED, used);
        }
        assertThat(used).containsExactlyElementsOf(Files.readAllLines(USED));
    }

    static boolean isVisible(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && !resideInAPackage(INTERNAL).test(type)
                && type.getEnclosingClass().map(PublicPackagesTest::isVisible).orElse(true);
    }

    private static ArchCondition<JavaClass> showNothingInternal() {
        return new ArchCondition<>("show nothing internal") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                shown(type)
                        .flatMap(seen -> seen.getAllInvolvedRawTypes().stream())
                        .filter(resideInAPackage(INTERNAL))
                        .distinct()
                        .forEach(inner -> events.add(
                                SimpleConditionEvent.violated(type, type.getName() + " shows " + inner.getName())));
            }
        };
    }

    private static Stream<JavaType> shown(JavaClass type) {
        Stream<JavaType> parents = Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
        Stream<JavaType> fields = type.getFields().stream()
                .filter(field -> isShown(field.getModifiers()))
                .map(field -> field.getType());
        Stream<JavaType> units = type.getCodeUnits().stream()
                .filter(unit -> isShown(unit.getModifiers()))
                .flatMap(PublicPackagesTest::shown);
        return Stream.of(parents, fields, units).flatMap(stream -> stream);
    }

    private static Stream<JavaType> shown(JavaCodeUnit unit) {
        return Stream.of(
                        Stream.of(unit.getReturnType()),
                        unit.getParameterTypes().stream(),
                        unit.getExceptionTypes().stream().map(JavaType.class::cast))
                .flatMap(stream -> stream);
    }

    static boolean isShown(Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
    }
}
