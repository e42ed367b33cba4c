/** {@code scan}, {@code goodput} and {@code watch}: what ran in a fleet, and what it came to. */
@NullMarked
package dev.amdahl.examples.cli.fleet;

import org.jspecify.annotations.NullMarked;
