/** Goodput, lost work, what the fleet could run, and advice on checkpoints, spares and sharing: accounts, never claims. */
@NullMarked
package dev.amdahl.core.internal.capacity;

import org.jspecify.annotations.NullMarked;
