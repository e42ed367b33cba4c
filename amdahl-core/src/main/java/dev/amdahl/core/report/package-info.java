/** Writes the report of a ledger, and serves its review page. */
@NullMarked
package dev.amdahl.core.report;

import org.jspecify.annotations.NullMarked;
