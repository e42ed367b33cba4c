/** Tests of the CUDA backend, against a played driver and, where they are found, real libraries. */
@NullMarked
package dev.amdahl.gpu.internal.jcuda;

import org.jspecify.annotations.NullMarked;
