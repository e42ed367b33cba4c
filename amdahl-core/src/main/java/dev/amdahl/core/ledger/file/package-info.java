/** Where a ledger lies and the files of it: written whole, read as lines of events, and what is said of them when they fail. */
@NullMarked
package dev.amdahl.core.ledger.file;

import org.jspecify.annotations.NullMarked;
