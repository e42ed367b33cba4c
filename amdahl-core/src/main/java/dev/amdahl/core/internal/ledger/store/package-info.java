/**
 * Events and state rows in an H2 file, on a PostgreSQL server or in memory, and what lies beside a database and remembers how far it has
 * come: the event file, or the head that this host has seen. Knows bytes, not what they mean.
 */
@NullMarked
package dev.amdahl.core.internal.ledger.store;

import org.jspecify.annotations.NullMarked;
