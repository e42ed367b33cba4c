/** Limits of power of accelerators, on the node of a trial. */
@NullMarked
package dev.amdahl.core.internal.schedulers.power;

import org.jspecify.annotations.NullMarked;
