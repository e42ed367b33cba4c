/** Checks of what the figure is worth: its timer, its metric, its bound. */
@NullMarked
package dev.amdahl.core.internal.refute.figure;

import org.jspecify.annotations.NullMarked;
