/** Slurm's commands, each call of them bounded, and readers of what they print. */
@NullMarked
package dev.amdahl.core.internal.schedulers.slurmcommands;

import org.jspecify.annotations.NullMarked;
