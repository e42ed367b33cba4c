/** Watches a process tree from outside, through {@code /proc}: for jobs that write no trace. */
@NullMarked
package dev.amdahl.profilers.internal.process;

import org.jspecify.annotations.NullMarked;
