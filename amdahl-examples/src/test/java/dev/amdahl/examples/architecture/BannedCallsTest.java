package dev.amdahl.examples.architecture;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.ObjectInputStream;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Time, chance, waiting and printing are the host's: the libraries are given a clock and a seed. */
final class BannedCallsTest {
    private static final Set<String> BANNED = Set.of(
            "java.lang.System.currentTimeMillis",
            "java.lang.System.out",
            "java.lang.System.exit",
            "java.lang.Thread.sleep",
            "java.util.concurrent.TimeUnit.sleep",
            "java.lang.Math.random",
            "java.util.UUID.randomUUID",
            "java.util.concurrent.ThreadLocalRandom.current",
            "java.util.random.RandomGenerator.getDefault");

    /** Banned where nothing is passed: the clock or the seed would be hidden. */
    private static final Set<String> BANNED_WITHOUT_ARGUMENT = Set.of(
            "java.time.Instant.now",
            "java.time.LocalDate.now",
            "java.time.LocalDateTime.now",
            "java.time.OffsetDateTime.now",
            "java.time.ZonedDateTime.now",
            "java.util.Date.<init>",
            "java.util.Random.<init>",
            "java.util.SplittableRandom.<init>");

    @Test
    void librariesAskNeitherTheClockNorChance() {
        noClasses()
                .that()
                .resideInAnyPackage(Modules.libraries())
                .should()
                .accessTargetWhere(target(isBanned()))
                .because("time and chance are injected")
                .check(Modules.ALL);
    }

    @ParameterizedTest
    @ValueSource(
            classes = {AsksTheClock.class, AsksByReference.class, DrawsUnseeded.class, DrawsAnId.class, Prints.class})
    void aBannedCallIsFound(Class<?> culprit) {
        JavaClasses found = new ClassFileImporter().importClasses(culprit);
        assertThatThrownBy(() -> noClasses()
                        .should()
                        .accessTargetWhere(target(isBanned()))
                        .check(found))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void aGivenClockAndAGivenSeedAreAllowed() {
        noClasses()
                .should()
                .accessTargetWhere(target(isBanned()))
                .check(new ClassFileImporter().importClasses(Given.class));
    }

    /** But for the child JVM that its own parent gives a task to. */
    @Test
    void nobodyReadsSerialisedJavaObjects() {
        classes()
                .that()
                .doNotHaveFullyQualifiedName("dev.amdahl.core.TaskProcess")
                .should()
                .onlyDependOnClassesThat(DescribedPredicate.not(assignableTo(ObjectInputStream.class)))
                .check(Modules.ALL);
    }

    private static DescribedPredicate<AccessTarget> isBanned() {
        return DescribedPredicate.describe("is a hidden clock, seed, wait or output", target -> {
            String name = target.getOwner().getName() + "." + target.getName();
            return BANNED.contains(name) || (BANNED_WITHOUT_ARGUMENT.contains(name) && takesNothing(target));
        });
    }

    private static boolean takesNothing(AccessTarget target) {
        return target instanceof AccessTarget.CodeUnitAccessTarget code
                && code.getRawParameterTypes().isEmpty();
    }

    static final class AsksTheClock {
        Instant time() {
            return Instant.now();
        }
    }

    static final class AsksByReference {
        Supplier<Instant> time() {
            return Instant::now;
        }
    }

    static final class DrawsUnseeded {
        int number() {
            return new Random().nextInt();
        }
    }

    static final class DrawsAnId {
        UUID id() {
            return UUID.randomUUID();
        }
    }

    static final class Prints {
        void line() {
            System.out.println();
        }
    }

    static final class Given {
        int number(Clock clock) {
            return new Random(Instant.now(clock).getEpochSecond()).nextInt();
        }
    }
}
