/**
 * Work on the accelerator itself. {@link dev.amdahl.gpu.ComputeBackend} is the seam: the same operations on a CUDA device or on the
 * processor's cores; no type of a binding is seen here.
 */
@NullMarked
package dev.amdahl.gpu;

import org.jspecify.annotations.NullMarked;
