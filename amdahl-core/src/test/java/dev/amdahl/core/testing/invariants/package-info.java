/** What must hold of a ledger, its scheduler and its machine after any crash: one checker for tests that kill and tests that simulate. */
@NullMarked
package dev.amdahl.core.testing.invariants;

import org.jspecify.annotations.NullMarked;
