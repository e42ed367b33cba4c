/** Checks that the same work was done, and the same output written: facts, cheap enough to look at after each trial. */
@NullMarked
package dev.amdahl.core.internal.refute.work;

import org.jspecify.annotations.NullMarked;
