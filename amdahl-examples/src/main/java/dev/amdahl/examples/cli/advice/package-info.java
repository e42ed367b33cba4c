/** {@code ask} and {@code triage}: what to do next, and why a job failed. */
@NullMarked
package dev.amdahl.examples.cli.advice;

import org.jspecify.annotations.NullMarked;
