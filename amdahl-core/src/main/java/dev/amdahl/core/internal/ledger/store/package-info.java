/** Events and state rows in an H2 file, on a PostgreSQL server or in memory. Knows bytes, not what they mean. */
@NullMarked
package dev.amdahl.core.internal.ledger.store;

import org.jspecify.annotations.NullMarked;
