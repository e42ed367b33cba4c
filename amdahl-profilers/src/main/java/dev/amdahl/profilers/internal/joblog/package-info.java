/** Job logs with times: steps, warm-up, checkpoints and evaluations as far as the lines tell them. */
@NullMarked
package dev.amdahl.profilers.internal.joblog;

import org.jspecify.annotations.NullMarked;
