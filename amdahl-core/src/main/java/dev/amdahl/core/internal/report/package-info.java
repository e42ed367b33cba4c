/** Shows a ledger to people: one HTML page with its pictures, and plain-text tables for a terminal. */
@NullMarked
package dev.amdahl.core.internal.report;

import org.jspecify.annotations.NullMarked;
