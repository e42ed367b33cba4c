/** Tests of {@code trace}, as a user would call them. */
@NullMarked
package dev.amdahl.examples.cli.trace;

import org.jspecify.annotations.NullMarked;
