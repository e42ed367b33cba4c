/** Resampling and the soak on a GPU, and the searches for algorithms and kernels. */
@NullMarked
package dev.amdahl.benchmarks.gpu;

import org.jspecify.annotations.NullMarked;
