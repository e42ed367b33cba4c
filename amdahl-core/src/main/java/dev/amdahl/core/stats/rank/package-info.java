/** Rank tests of paired, unpaired and ordered values with exact null distributions, and the slope that goes with them. */
@NullMarked
package dev.amdahl.core.stats.rank;

import org.jspecify.annotations.NullMarked;
