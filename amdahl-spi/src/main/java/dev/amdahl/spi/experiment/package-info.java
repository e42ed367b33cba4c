/** Paired experiments: plans, trials, refuters, verdicts, and the people who answer. */
@NullMarked
package dev.amdahl.spi.experiment;

import org.jspecify.annotations.NullMarked;
