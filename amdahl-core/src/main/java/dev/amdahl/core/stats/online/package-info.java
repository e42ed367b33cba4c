/** Error control over many hypotheses: online ones as pure folds over their history, adjusted p-values of finished families. */
@NullMarked
package dev.amdahl.core.stats.online;

import org.jspecify.annotations.NullMarked;
