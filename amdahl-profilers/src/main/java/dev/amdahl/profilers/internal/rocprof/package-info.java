/** Device work as ROCm's rocprofv3 writes it. */
@NullMarked
package dev.amdahl.profilers.internal.rocprof;

import org.jspecify.annotations.NullMarked;
