/** Tests of the processor's backend. */
@NullMarked
package dev.amdahl.gpu.cpu;

import org.jspecify.annotations.NullMarked;
