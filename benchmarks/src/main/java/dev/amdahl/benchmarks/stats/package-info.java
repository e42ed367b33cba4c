/** The statistics and the watch of series beside plain code and beside other libraries. */
@NullMarked
package dev.amdahl.benchmarks.stats;

import org.jspecify.annotations.NullMarked;
