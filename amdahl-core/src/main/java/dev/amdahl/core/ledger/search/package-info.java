/** Answers questions to the ledger: what was tried, how it ended and why. */
@NullMarked
package dev.amdahl.core.ledger.search;

import org.jspecify.annotations.NullMarked;
