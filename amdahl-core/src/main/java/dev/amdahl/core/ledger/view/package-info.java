/** What follows from the entries, as steps and readers see it. */
@NullMarked
package dev.amdahl.core.ledger.view;

import org.jspecify.annotations.NullMarked;
