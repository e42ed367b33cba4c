package dev.amdahl.core;

import java.io.Serializable;
import java.util.concurrent.Callable;

/**
 * Work to compare by {@link PairedComparison}: a lambda that is assigned to it can be run in a JVM of its own, if what it captures is
 * serializable.
 *
 * @param <T> what it returns; its text is the output that {@code output("-")} compares
 */
@FunctionalInterface
public interface Task<T> extends Callable<T>, Serializable {}
