/** Tests of the roofline. */
@NullMarked
package dev.amdahl.gpu.roofline;

import org.jspecify.annotations.NullMarked;
