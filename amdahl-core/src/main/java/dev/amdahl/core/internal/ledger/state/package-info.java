/** How the state follows from the entries, and how it is kept: the rules, the snapshot, the rows. */
@NullMarked
package dev.amdahl.core.internal.ledger.state;

import org.jspecify.annotations.NullMarked;
