/**
 * Watches streams of samples of running jobs for what is going wrong, sample by sample, in a fixed amount of memory for each series.
 * Of a whole series it tells where its regime changes. Not to be confused with the watch over promoted changes in {@code core.loop}.
 */
@NullMarked
package dev.amdahl.core.internal.anomaly;

import org.jspecify.annotations.NullMarked;
