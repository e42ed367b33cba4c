/** Sampled stacks: folded, {@code perf script}, and stacks joined with the device kernels that they launched. */
@NullMarked
package dev.amdahl.profilers.internal.stacks;

import org.jspecify.annotations.NullMarked;
