/** Resampling of many metrics at once: the joint sign-flip test, and the resampler of the processor. */
@NullMarked
package dev.amdahl.core.stats.resample;

import org.jspecify.annotations.NullMarked;
