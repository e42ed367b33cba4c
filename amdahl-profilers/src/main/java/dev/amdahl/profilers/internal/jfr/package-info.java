/** Recordings of the JDK's Flight Recorder, read by the JDK's own reader. */
@NullMarked
package dev.amdahl.profilers.internal.jfr;

import org.jspecify.annotations.NullMarked;
