/** The chain of work and waits that a timeline's length hangs on, and how long it would be if some of it were faster. */
@NullMarked
package dev.amdahl.core.internal.timeline.path;

import org.jspecify.annotations.NullMarked;
