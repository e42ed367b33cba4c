/**
 * The CUDA backend, on JCuda: the only package that knows it. {@link dev.amdahl.gpu.internal.jcuda.CudaNatives} makes JCuda 12.6 run on the
 * CUDA 12 or 13 libraries that a machine has.
 */
@NullMarked
package dev.amdahl.gpu.internal.jcuda;

import org.jspecify.annotations.NullMarked;
