/** Jobs as a fleet sees them: runs, timelines, and how a run is measured. */
@NullMarked
package dev.amdahl.spi.job;

import org.jspecify.annotations.NullMarked;
