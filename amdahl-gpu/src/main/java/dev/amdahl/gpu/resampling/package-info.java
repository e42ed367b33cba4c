/**
 * Resampling on a device, in whole numbers, so that its counts equal those of the processor: sign flips by a Walsh-Hadamard transform,
 * sign flips with independent signs, and bootstrap and maximum statistics as matrix products.
 */
@NullMarked
package dev.amdahl.gpu.resampling;

import org.jspecify.annotations.NullMarked;
