/** Tests of the processor's backend. */
@NullMarked
package dev.amdahl.gpu.internal.cpu;

import org.jspecify.annotations.NullMarked;
