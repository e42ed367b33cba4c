/** Tests of {@code ask} and {@code triage}, as a user would call them. */
@NullMarked
package dev.amdahl.examples.cli.advice;

import org.jspecify.annotations.NullMarked;
