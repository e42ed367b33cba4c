/**
 * The quickstart's fleet: recurring jobs that are real programs on a software accelerator, each with one planted and real
 * cause of waste. They need the JDK alone, so that a child process starts fast.
 */
@NullMarked
package dev.amdahl.examples.fleet;

import org.jspecify.annotations.NullMarked;
