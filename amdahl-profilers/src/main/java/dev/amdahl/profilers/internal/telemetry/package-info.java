/** What accelerators and jobs report as they run: nvidia-smi, DCGM, a monitor's lines, and job logs with times. */
@NullMarked
package dev.amdahl.profilers.internal.telemetry;

import org.jspecify.annotations.NullMarked;
