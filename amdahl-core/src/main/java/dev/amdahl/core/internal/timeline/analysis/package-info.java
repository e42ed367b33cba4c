/**
 * Exact analyses of one timeline in integer nanoseconds: why each stream was idle, overlap, kernels, launch queues, steps; and the
 * comparison of several ranks of one job.
 */
@NullMarked
package dev.amdahl.core.internal.timeline.analysis;

import org.jspecify.annotations.NullMarked;
