package dev.amdahl.core.internal.refine.kernel;

/** What a kernel is written in. */
public enum Language {
    /** C, compiled by gcc into a shared object. */
    C,
    /** Java, compiled by javac and run in its own JVM. */
    JAVA
}
