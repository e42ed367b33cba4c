/** Nsight Compute: the kernels that it profiled, with their counters, its rules and what bounds them. */
@NullMarked
package dev.amdahl.profilers.nsight;

import org.jspecify.annotations.NullMarked;
