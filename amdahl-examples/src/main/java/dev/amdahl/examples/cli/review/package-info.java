/** {@code review} and {@code recipes}: people's answers to what waits for them. */
@NullMarked
package dev.amdahl.examples.cli.review;

import org.jspecify.annotations.NullMarked;
