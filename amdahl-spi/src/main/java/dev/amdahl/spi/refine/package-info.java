/** The parts of a generate, verify and refine loop. */
@NullMarked
package dev.amdahl.spi.refine;

import org.jspecify.annotations.NullMarked;
