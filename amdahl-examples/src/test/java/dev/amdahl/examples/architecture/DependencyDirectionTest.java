package dev.amdahl.examples.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The arrows between modules and between the packages of core. */
final class DependencyDirectionTest {
    private static final String[] FOUNDATIONS = {
        "dev.amdahl.core.stats..", "dev.amdahl.core.internal.stats..", "dev.amdahl.core.internal.timeline.."
    };
    private static final String[] WORKERS = {
        "dev.amdahl.core.refute..",
        "dev.amdahl.core.ledger..",
        "dev.amdahl.core.loop..",
        "dev.amdahl.core.internal.refute..",
        "dev.amdahl.core.internal.ledger..",
        "dev.amdahl.core.internal.advice..",
        "dev.amdahl.core.internal.workspace..",
        "dev.amdahl.core.internal.roi..",
        "dev.amdahl.core.internal.capacity..",
        "dev.amdahl.core.internal.refine.."
    };
    private static final String[] ABOVE_WORKERS = {
        "dev.amdahl.core",
        "dev.amdahl.core.report..",
        "dev.amdahl.core.testing..",
        "dev.amdahl.core.internal.loop..",
        "dev.amdahl.core.internal.report..",
        "dev.amdahl.core.internal.testing.."
    };
    private static final String[] SCHEDULERS = {
        "dev.amdahl.core.schedulers..", "dev.amdahl.core.trial..", "dev.amdahl.core.internal.schedulers.."
    };
    private static final String CRASH = "dev.amdahl.core.internal.crash";

    @Test
    void spiNeedsTheJdkAlone() {
        classes()
                .that(resideInAPackage("dev.amdahl.spi..").and(not(resideInAPackage("dev.amdahl.spi.contract.."))))
                .should()
                .onlyDependOnClassesThat(not(resideInAPackage("dev.amdahl.spi.contract.."))
                        .and(resideInAnyPackage("java..", "org.jspecify..", "dev.amdahl.spi..")))
                .check(Modules.ALL);
    }

    @Test
    void contractSuitesNeedJunitAndAssertjAlone() {
        classes()
                .that()
                .resideInAPackage("dev.amdahl.spi.contract..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..", "org.jspecify..", "dev.amdahl.spi..", "org.junit.jupiter..", "org.assertj..")
                .check(Modules.ALL);
    }

    @ParameterizedTest
    @EnumSource(names = {"PROFILERS", "GPU", "LLM"})
    void pluginsKnowOnlySpiAndThemselves(Modules plugin) {
        classes()
                .that()
                .resideInAPackage(plugin.packages())
                .should()
                .onlyDependOnClassesThat(
                        outsideTheProject().or(resideInAnyPackage("dev.amdahl.spi..", plugin.packages())))
                .check(Modules.ALL);
    }

    @Test
    void coreKnowsNoPlugin() {
        classes()
                .that()
                .resideInAPackage("dev.amdahl.core..")
                .should()
                .onlyDependOnClassesThat(
                        outsideTheProject().or(resideInAnyPackage("dev.amdahl.spi..", "dev.amdahl.core..")))
                .check(Modules.ALL);
    }

    @Test
    void schedulersKnowOnlySpiAndTheirFewLibraries() {
        classes()
                .that()
                .resideInAnyPackage(SCHEDULERS)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.amdahl.core.schedulers..",
                        "dev.amdahl.core.trial..",
                        "dev.amdahl.core.internal.schedulers..",
                        "dev.amdahl.core.internal.io",
                        CRASH,
                        "dev.amdahl.spi..",
                        "java..",
                        "org.jspecify..",
                        "org.slf4j..",
                        "com.fasterxml.jackson..",
                        "io.fabric8..")
                .check(Modules.ALL);
    }

    @Test
    void onlyOnePackageTouchesTheKubernetesClient() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.amdahl.core.schedulers.kubernetes")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.fabric8..")
                .check(Modules.ALL);
    }

    /** But for the front door that compares on this machine. */
    @Test
    void nothingElseInCoreKnowsASchedulerByClass() {
        noClasses()
                .that(resideInAPackage("dev.amdahl.core..")
                        .and(not(resideInAnyPackage(SCHEDULERS)))
                        .and(not(resideInAPackage("dev.amdahl.core"))))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(SCHEDULERS)
                .check(Modules.ALL);
    }

    /** The library works without these jars: only the listeners that a host names need them. */
    @Test
    void onlyTheListenersForThemKnowMetricsAndSpans() {
        noClasses()
                .that(resideInAPackage("dev.amdahl.core..")
                        .and(not(nameMatching(".*\\.loop\\.(Micrometer|OpenTelemetry)Listener.*"))))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.micrometer..", "io.opentelemetry..")
                .check(Modules.ALL);
    }

    @Test
    void failPointsNeedTheJdkAlone() {
        classes()
                .that()
                .resideInAPackage(CRASH)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(CRASH, "java..", "org.jspecify..")
                .check(Modules.ALL);
    }

    @Test
    void statisticsAndTimelinesKnowOnlySpi() {
        classes()
                .that()
                .resideInAnyPackage(FOUNDATIONS)
                .should()
                .onlyDependOnClassesThat(outsideTheProject()
                        .or(resideInAPackage("dev.amdahl.spi.."))
                        .or(resideInAnyPackage(FOUNDATIONS)))
                .check(Modules.ALL);
    }

    @Test
    void statisticsIsPureMathematics() {
        classes()
                .that()
                .resideInAPackage("dev.amdahl.core.stats..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.amdahl.core.stats..",
                        "dev.amdahl.core.internal.stats..",
                        "dev.amdahl.spi..",
                        "java..",
                        "org.jspecify..",
                        "org.apache.commons..")
                .check(Modules.ALL);
    }

    @Test
    void workersDoNotKnowTheLoopAboveThem() {
        noClasses()
                .that()
                .resideInAnyPackage(WORKERS)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ABOVE_WORKERS)
                .check(Modules.ALL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev.amdahl.(**)", "dev.amdahl.core.schedulers.(*)"})
    void packagesFormNoCycle(String pattern) {
        slices().matching(pattern)
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(Modules.ALL);
    }

    @Test
    void onlyOnePackageTouchesTheCudaBinding() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.amdahl.gpu.internal.jcuda..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jcuda..")
                .check(Modules.ALL);
    }

    private static DescribedPredicate<JavaClass> outsideTheProject() {
        return not(resideInAPackage("dev.amdahl.."));
    }
}
