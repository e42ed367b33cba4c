/** Plugin basics: what every plugin is given, whether it can run, and how it fails. */
@NullMarked
package dev.amdahl.spi;

import org.jspecify.annotations.NullMarked;
