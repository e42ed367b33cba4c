/** Trials in runs that the host schedules anyway: the loop's side of their folder. */
@NullMarked
package dev.amdahl.core.internal.field;

import org.jspecify.annotations.NullMarked;
