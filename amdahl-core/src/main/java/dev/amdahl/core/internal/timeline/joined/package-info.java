/** Several artifacts of one run put on one clock, and what may be said across them. */
@NullMarked
package dev.amdahl.core.internal.timeline.joined;

import org.jspecify.annotations.NullMarked;
