/** Brings samples of running jobs, from files and servers, to the watcher of {@code core.anomaly}. */
@NullMarked
package dev.amdahl.examples.watch;

import org.jspecify.annotations.NullMarked;
