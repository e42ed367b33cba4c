/** Fleet sources that read files, and what is common to tables of runs. Plugins: they know the SPI alone. */
@NullMarked
package dev.amdahl.core.internal.fleet;

import org.jspecify.annotations.NullMarked;
