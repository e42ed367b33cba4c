/** The `amdahl` command line over the examples. */
@NullMarked
package dev.amdahl.examples.cli;

import org.jspecify.annotations.NullMarked;
