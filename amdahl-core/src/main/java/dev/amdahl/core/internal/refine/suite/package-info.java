/** Kernels for one core as tasks: what each must compute, its inputs, and how near a result must come. */
@NullMarked
package dev.amdahl.core.internal.refine.suite;

import org.jspecify.annotations.NullMarked;
