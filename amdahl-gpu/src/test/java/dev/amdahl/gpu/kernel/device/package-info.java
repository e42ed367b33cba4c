/** Processes that run kernels. */
@NullMarked
package dev.amdahl.gpu.kernel.device;

import org.jspecify.annotations.NullMarked;
