/** The whole loop in a simulated world that loses, delays, lies and crashes: one thread, one seed, the same every time. */
@NullMarked
package dev.amdahl.core.testing.simulation;

import org.jspecify.annotations.NullMarked;
