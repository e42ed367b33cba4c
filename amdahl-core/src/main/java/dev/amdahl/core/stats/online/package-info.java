/** Error control over many hypotheses that arrive and end over time, as pure folds over their history. */
@NullMarked
package dev.amdahl.core.stats.online;

import org.jspecify.annotations.NullMarked;
