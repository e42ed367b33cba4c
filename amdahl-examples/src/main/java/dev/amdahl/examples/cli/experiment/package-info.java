/** {@code ab} and {@code simulate}: the experiment by itself, and its error rates. */
@NullMarked
package dev.amdahl.examples.cli.experiment;

import org.jspecify.annotations.NullMarked;
