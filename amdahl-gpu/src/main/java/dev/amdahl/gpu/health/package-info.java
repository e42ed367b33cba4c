/**
 * Burn-in of a device: its memory, its copies, its arithmetic under load, what its driver says meanwhile, and how it compares with its
 * kind.
 */
@NullMarked
package dev.amdahl.gpu.health;

import org.jspecify.annotations.NullMarked;
