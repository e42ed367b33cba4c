/** CUDA C++ as text that a compiler for the processor takes. */
@NullMarked
package dev.amdahl.gpu.internal.emulation;

import org.jspecify.annotations.NullMarked;
