/** Tests of the command line, as a user would call it. */
@NullMarked
package dev.amdahl.examples.cli;

import org.jspecify.annotations.NullMarked;
