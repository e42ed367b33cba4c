/**
 * Statistics of paired experiments as pure mathematics: exact tests and intervals, evidence that may be looked at after
 * every trial, the two-set decision rule, and error control over many hypotheses. Uses nothing but the JDK.
 */
@NullMarked
package dev.amdahl.core.stats;

import org.jspecify.annotations.NullMarked;
