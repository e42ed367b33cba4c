/** Checks of how the trials were drawn, run and recorded. */
@NullMarked
package dev.amdahl.core.internal.refute.conduct;

import org.jspecify.annotations.NullMarked;
