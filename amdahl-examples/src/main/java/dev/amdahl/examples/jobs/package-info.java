/** Reads {@code jobs.yaml}: the recurring jobs as their owners declare them, with one-line errors that name place and remedy. */
@NullMarked
package dev.amdahl.examples.jobs;

import org.jspecify.annotations.NullMarked;
