/** Answers of people as signed files beside a ledger; read by the next cycle, so that nobody needs its database. */
@NullMarked
package dev.amdahl.core.internal.ledger.review;

import org.jspecify.annotations.NullMarked;
