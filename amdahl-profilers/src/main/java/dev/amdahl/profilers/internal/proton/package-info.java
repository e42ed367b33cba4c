/** Times of kernels as Triton's profiler Proton writes them. */
@NullMarked
package dev.amdahl.profilers.internal.proton;

import org.jspecify.annotations.NullMarked;
