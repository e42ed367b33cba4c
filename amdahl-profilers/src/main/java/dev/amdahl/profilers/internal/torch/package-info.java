/** The profiler of memory snapshots of PyTorch. */
@NullMarked
package dev.amdahl.profilers.internal.torch;

import org.jspecify.annotations.NullMarked;
