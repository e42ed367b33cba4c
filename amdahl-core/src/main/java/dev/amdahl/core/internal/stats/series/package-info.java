/** Time series of one metric: changes of regime by energy statistics, dependence between neighbours, robust location and scale. */
@NullMarked
package dev.amdahl.core.internal.stats.series;

import org.jspecify.annotations.NullMarked;
