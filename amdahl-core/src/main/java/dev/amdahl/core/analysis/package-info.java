/** The account of a trace, what its losses are worth, and the watch over running jobs. */
@NullMarked
package dev.amdahl.core.analysis;

import org.jspecify.annotations.NullMarked;
