/** Bootstrap intervals of the mean and of any statistic: percentile, basic, BCa and studentised, all from an explicit seed. */
@NullMarked
package dev.amdahl.core.stats.bootstrap;

import org.jspecify.annotations.NullMarked;
