/** Nsight Compute: the kernels that it profiled, with their counters, its rules and what bounds them. */
@NullMarked
package dev.amdahl.profilers.internal.nsight;

import org.jspecify.annotations.NullMarked;
