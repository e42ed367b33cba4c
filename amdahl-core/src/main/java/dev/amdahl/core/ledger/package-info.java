/** The memory of the loop: an append-only, hash-chained record of entries, opened, read, followed, checked and copied. */
@NullMarked
package dev.amdahl.core.ledger;

import org.jspecify.annotations.NullMarked;
