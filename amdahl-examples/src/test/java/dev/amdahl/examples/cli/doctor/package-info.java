/** Tests of {@code doctor}, as a user would call it. */
@NullMarked
package dev.amdahl.examples.cli.doctor;

import org.jspecify.annotations.NullMarked;
