/** Readers of profiler output. */
@NullMarked
package dev.amdahl.spi.profiler;

import org.jspecify.annotations.NullMarked;
