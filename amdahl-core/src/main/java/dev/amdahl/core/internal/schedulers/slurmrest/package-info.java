/** Slurm's REST daemon, each call of it bounded, and the jobs that it is given. */
@NullMarked
package dev.amdahl.core.internal.schedulers.slurmrest;

import org.jspecify.annotations.NullMarked;
