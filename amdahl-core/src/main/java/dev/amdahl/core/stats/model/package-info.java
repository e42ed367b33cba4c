/**
 * Tests and models of small experiments that rest on a distribution: t-tests, equivalence, planning, regression adjustment,
 * counts of failures and the combination of several jobs.
 */
@NullMarked
package dev.amdahl.core.stats.model;

import org.jspecify.annotations.NullMarked;
