/** The event file of a ledger: read and written as lines of events. */
@NullMarked
package dev.amdahl.core.internal.ledger.file;

import org.jspecify.annotations.NullMarked;
