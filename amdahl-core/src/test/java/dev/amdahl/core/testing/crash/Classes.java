package dev.amdahl.core.testing.crash;

/** Where children of a test find its classes. */
final class Classes {
    private Classes() {}

    static String path() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }
}
