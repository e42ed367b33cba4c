/** Fleet sources that read files. Plugins: they know the SPI alone. */
@NullMarked
package dev.amdahl.core.fleet;

import org.jspecify.annotations.NullMarked;
