package dev.amdahl.gpu.kernel.device;

import dev.amdahl.gpu.Grid;

/**
 * One launch of a loaded kernel.
 *
 * @param entry the number of its entry among those loaded
 * @param grid its shape
 */
public record Launch(int entry, Grid grid) {}
