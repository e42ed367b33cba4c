/** What lies beside a database and remembers how far it has come: the event file, or the head that this host has seen. */
@NullMarked
package dev.amdahl.core.internal.ledger.witness;

import org.jspecify.annotations.NullMarked;
