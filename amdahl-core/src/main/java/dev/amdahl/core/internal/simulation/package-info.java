/** The headline benchmark: simulated fleets, and the decision rules of others beside ours on the same runs. */
@NullMarked
package dev.amdahl.core.internal.simulation;

import org.jspecify.annotations.NullMarked;
