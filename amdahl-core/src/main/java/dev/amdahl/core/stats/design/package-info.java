/** How evidence becomes a verdict: the always-valid evidence, the two-set decision rule, its policy and its power. */
@NullMarked
package dev.amdahl.core.stats.design;

import org.jspecify.annotations.NullMarked;
