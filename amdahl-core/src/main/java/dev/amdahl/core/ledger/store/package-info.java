/** The trigger that keeps events from being changed. Database files name it, so it can't move; the stores are internal. */
@NullMarked
package dev.amdahl.core.ledger.store;

import org.jspecify.annotations.NullMarked;
