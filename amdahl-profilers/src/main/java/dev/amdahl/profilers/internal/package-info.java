/** Readers of profiler output, one package per format, and what the readers of text and tables share. */
@NullMarked
package dev.amdahl.profilers.internal;

import org.jspecify.annotations.NullMarked;
