/** The memory of the loop: an append-only, hash-chained record of entries and the state that follows from it. */
@NullMarked
package dev.amdahl.core.ledger;

import org.jspecify.annotations.NullMarked;
