/** How fast traces are read, and a job for the profilers to find out about. */
@NullMarked
package dev.amdahl.benchmarks.profilers;

import org.jspecify.annotations.NullMarked;
