/** {@code trace}: where the seconds of a profiler's file went. */
@NullMarked
package dev.amdahl.examples.cli.trace;

import org.jspecify.annotations.NullMarked;
