/** Nsight Systems: its SQLite export as a timeline, and its tables of statistics. */
@NullMarked
package dev.amdahl.profilers.internal.nsys;

import org.jspecify.annotations.NullMarked;
