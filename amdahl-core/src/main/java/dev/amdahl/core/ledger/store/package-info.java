/** Events and state rows on disk: one H2 file with one writer, and the event file beside it. Knows bytes, not what they mean. */
@NullMarked
package dev.amdahl.core.ledger.store;

import org.jspecify.annotations.NullMarked;
