/** Distributions, sums over sign flips and argument checks that the tests share. */
@NullMarked
package dev.amdahl.core.internal.stats;

import org.jspecify.annotations.NullMarked;
