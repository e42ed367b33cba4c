/** Trials as batch jobs of a Slurm cluster, by its own commands; and what ran there. */
@NullMarked
package dev.amdahl.core.schedulers.slurm;

import org.jspecify.annotations.NullMarked;
