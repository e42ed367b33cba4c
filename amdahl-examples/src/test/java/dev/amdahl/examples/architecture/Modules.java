package dev.amdahl.examples.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.Optional;

/** The modules of the reactor as these tests see them, each with its root package. */
enum Modules {
    SPI("dev.amdahl.spi"),
    CORE("dev.amdahl.core"),
    PROFILERS("dev.amdahl.profilers"),
    GPU("dev.amdahl.gpu"),
    LLM("dev.amdahl.llm"),
    EXAMPLES("dev.amdahl.examples");

    static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.amdahl");

    final String root;

    Modules(String root) {
        this.root = root;
    }

    /** Returns the pattern of this module's packages. */
    String packages() {
        return root + "..";
    }

    boolean holds(String packageName) {
        return packageName.equals(root) || packageName.startsWith(root + ".");
    }

    static Optional<Modules> of(JavaClass type) {
        return Arrays.stream(values())
                .filter(module -> module.holds(type.getPackageName()))
                .findFirst();
    }

    static String[] libraries() {
        return Arrays.stream(values())
                .filter(module -> module != EXAMPLES)
                .map(Modules::packages)
                .toArray(String[]::new);
    }
}
