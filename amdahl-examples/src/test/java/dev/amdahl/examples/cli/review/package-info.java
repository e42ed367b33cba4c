/** Tests of {@code review} and {@code recipes}, as a user would call them. */
@NullMarked
package dev.amdahl.examples.cli.review;

import org.jspecify.annotations.NullMarked;
