/** A scheduler of virtual time for simulated fleets: nothing runs, everything is reported as if it had. */
@NullMarked
package dev.amdahl.core.schedulers.simulated;

import org.jspecify.annotations.NullMarked;
