/** Rules of profiling tools as a table: a measured figure, a bound, a class, and what follows when it is crossed. */
@NullMarked
package dev.amdahl.core.internal.timeline.detect;

import org.jspecify.annotations.NullMarked;
