/** What happens: entries, the payload of events, and what they carry. */
@NullMarked
package dev.amdahl.core.ledger.entry;

import org.jspecify.annotations.NullMarked;
