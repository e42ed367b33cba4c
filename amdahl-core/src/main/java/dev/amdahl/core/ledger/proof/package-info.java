/** Proofs that an event stands in a ledger, checked without the ledger. */
@NullMarked
package dev.amdahl.core.ledger.proof;

import org.jspecify.annotations.NullMarked;
