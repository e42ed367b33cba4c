/** A loop as commands set it up: plugins, models, schedulers, folders, progress. */
@NullMarked
package dev.amdahl.examples.cli.run;

import org.jspecify.annotations.NullMarked;
