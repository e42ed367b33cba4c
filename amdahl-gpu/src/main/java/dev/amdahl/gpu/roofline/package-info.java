/** The roofline of a device from ceilings that it was seen to reach, and where kernels stand under it. */
@NullMarked
package dev.amdahl.gpu.roofline;

import org.jspecify.annotations.NullMarked;
