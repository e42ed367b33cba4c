/** Tests of {@code ledger}, as a user would call them. */
@NullMarked
package dev.amdahl.examples.cli.ledger;

import org.jspecify.annotations.NullMarked;
