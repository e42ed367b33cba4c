/** Plugins that work on the accelerator itself. */
@NullMarked
package dev.amdahl.gpu;

import org.jspecify.annotations.NullMarked;
