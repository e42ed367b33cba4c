/** What operators of a framework have to compute and to move, by the shapes that a trace tells. */
@NullMarked
package dev.amdahl.core.internal.timeline.operators;

import org.jspecify.annotations.NullMarked;
