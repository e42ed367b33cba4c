/** Model calls: reserved, booked, and answered from the ledger the second time. */
@NullMarked
package dev.amdahl.core.internal.ledger.calls;

import org.jspecify.annotations.NullMarked;
