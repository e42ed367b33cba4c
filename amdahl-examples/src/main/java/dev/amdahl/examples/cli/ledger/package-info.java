/** {@code ledger}: looks into what was decided, and proves it. */
@NullMarked
package dev.amdahl.examples.cli.ledger;

import org.jspecify.annotations.NullMarked;
