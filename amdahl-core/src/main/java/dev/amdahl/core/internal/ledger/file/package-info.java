/** The event file of a ledger, read and written as lines of events, and the file of a proof. */
@NullMarked
package dev.amdahl.core.internal.ledger.file;

import org.jspecify.annotations.NullMarked;
