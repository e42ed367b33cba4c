/** Slow programs that are there to be found: their text, the loop over them, and a proposer of general patterns. */
@NullMarked
package dev.amdahl.examples.slow;

import org.jspecify.annotations.NullMarked;
