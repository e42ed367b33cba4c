/** The kernel lab: kernels in CUDA C++ as candidates, verified before they are timed, on a device or emulated on the processor. */
@NullMarked
package dev.amdahl.gpu.kernel;

import org.jspecify.annotations.NullMarked;
