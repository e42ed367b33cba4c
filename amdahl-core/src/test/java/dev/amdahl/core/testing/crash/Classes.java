package dev.amdahl.core.testing.crash;

import java.io.File;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where children of a test find its classes: without a driver that they do not need, and that starts the JVM's flight recorder. */
final class Classes {
    private Classes() {}

    static String path() {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Stream.of(all.split(File.pathSeparator))
                .filter(entry -> !entry.contains("duckdb"))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
