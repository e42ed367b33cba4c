/** Shows what stands behind claims: pairs, evidence, votes, changes, how verdicts came out and how noisy equal arms are. */
@NullMarked
package dev.amdahl.core.internal.report.claim;

import org.jspecify.annotations.NullMarked;
