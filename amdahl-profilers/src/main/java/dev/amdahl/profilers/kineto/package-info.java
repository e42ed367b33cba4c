/** PyTorch Profiler (Kineto) traces: a streaming reader with exact integer nanoseconds, and the unions over device work. */
@NullMarked
package dev.amdahl.profilers.kineto;

import org.jspecify.annotations.NullMarked;
