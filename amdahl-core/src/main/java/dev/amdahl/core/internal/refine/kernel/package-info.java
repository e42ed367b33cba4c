/**
 * Kernels for the processor in C and Java as candidates: a suite of tasks, and a verifier that a candidate cannot reach, because clock,
 * expected results and inputs to come stand in another process.
 */
@NullMarked
package dev.amdahl.core.internal.refine.kernel;

import org.jspecify.annotations.NullMarked;
