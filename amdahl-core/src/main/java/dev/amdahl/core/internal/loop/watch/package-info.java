/** What becomes of promoted changes: whether they still help, in the fleet and in a check. */
@NullMarked
package dev.amdahl.core.internal.loop.watch;

import org.jspecify.annotations.NullMarked;
