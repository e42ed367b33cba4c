/** Checks for what else than the change was different between the arms. */
@NullMarked
package dev.amdahl.core.internal.refute.circumstance;

import org.jspecify.annotations.NullMarked;
