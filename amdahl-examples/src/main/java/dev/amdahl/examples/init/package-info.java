/** How a job as it stands becomes a jobs file: its command is read, run shortly, and matched against the ideas of the catalogue. */
@NullMarked
package dev.amdahl.examples.init;

import org.jspecify.annotations.NullMarked;
