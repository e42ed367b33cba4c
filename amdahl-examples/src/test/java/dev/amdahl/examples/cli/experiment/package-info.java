/** Tests of {@code ab} and {@code simulate}, as a user would call them. */
@NullMarked
package dev.amdahl.examples.cli.experiment;

import org.jspecify.annotations.NullMarked;
