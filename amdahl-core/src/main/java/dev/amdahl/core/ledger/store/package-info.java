/** Events and state rows in a database or in memory: one writer, one transaction. Knows bytes, not what they mean. */
@NullMarked
package dev.amdahl.core.ledger.store;

import org.jspecify.annotations.NullMarked;
