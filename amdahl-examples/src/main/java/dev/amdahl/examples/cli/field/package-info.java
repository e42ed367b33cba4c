/** Commands by which runs that somebody else schedules take part in experiments. */
@NullMarked
package dev.amdahl.examples.cli.field;

import org.jspecify.annotations.NullMarked;
