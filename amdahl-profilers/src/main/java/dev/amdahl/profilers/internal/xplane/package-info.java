/** What the profiler of XLA writes, of JAX and others: {@code .xplane.pb}. */
@NullMarked
package dev.amdahl.profilers.internal.xplane;

import org.jspecify.annotations.NullMarked;
