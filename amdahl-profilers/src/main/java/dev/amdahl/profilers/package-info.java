/** Readers of profiler output, one package per format. */
@NullMarked
package dev.amdahl.profilers;

import org.jspecify.annotations.NullMarked;
