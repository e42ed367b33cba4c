/** What the loop spent, saved and reached, computed from a ledger. */
@NullMarked
package dev.amdahl.core.internal.report.accounts;

import org.jspecify.annotations.NullMarked;
