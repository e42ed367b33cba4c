/** Where a ledger is, one event of it, and the errors that tell why it can't be used. */
@NullMarked
package dev.amdahl.core.ledger.event;

import org.jspecify.annotations.NullMarked;
