/** Writes and reads proofs. */
@NullMarked
package dev.amdahl.core.internal.ledger.proof;

import org.jspecify.annotations.NullMarked;
