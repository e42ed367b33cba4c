/**
 * The figures of Holistic Trace Analysis (HTA), with its own rounding and its own omissions, so that results can be compared with
 * it. What is right is said by the exact analyses; this package says what HTA says.
 */
@NullMarked
package dev.amdahl.profilers.internal.kineto.hta;

import org.jspecify.annotations.NullMarked;
