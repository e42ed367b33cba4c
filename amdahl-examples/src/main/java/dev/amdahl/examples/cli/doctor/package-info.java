/** {@code doctor}: whether this machine can measure and this ledger can be trusted, and what to do where not. */
@NullMarked
package dev.amdahl.examples.cli.doctor;

import org.jspecify.annotations.NullMarked;
