/** Tests of {@code scan}, {@code goodput} and {@code watch}, as a user would call them. */
@NullMarked
package dev.amdahl.examples.cli.plan;

import org.jspecify.annotations.NullMarked;
