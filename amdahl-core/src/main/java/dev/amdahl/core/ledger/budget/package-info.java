/** Amounts, limits and balances of accelerator time and money. */
@NullMarked
package dev.amdahl.core.ledger.budget;

import org.jspecify.annotations.NullMarked;
