package dev.amdahl.examples.fleet;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class HonestWorkTest {
    private static final Set<String> PASSING_TIME =
            Set.of("sleep", "parkNanos", "parkUntil", "onSpinWait", "yield", "schedule", "awaitNanos", "awaitUntil");
    private static final Set<String> MAY_BE_TIMED =
            Set.of("wait", "join", "poll", "offer", "await", "tryAcquire", "get", "tryLock", "waitFor");

    private static boolean passesTime(JavaMethodCall call) {
        boolean timed = call.getTarget().getRawParameterTypes().stream()
                .anyMatch(
                        type -> type.getName().equals("long") || type.getName().endsWith("TimeUnit"));
        return PASSING_TIME.contains(call.getName()) || (MAY_BE_TIMED.contains(call.getName()) && timed);
    }

    @Test
    void noSecondOfAJobComesFromASleepATimedWaitOrASpin() {
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.amdahl.examples.fleet");
        assertThat(classes.that(resideInAPackage("dev.amdahl.examples.fleet"))).hasSizeGreaterThan(20);
        assertThat(classes.stream().flatMap(type -> type.getMethodCallsFromSelf().stream()))
                .hasSizeGreaterThan(100)
                .noneMatch(HonestWorkTest::passesTime);
    }
}
