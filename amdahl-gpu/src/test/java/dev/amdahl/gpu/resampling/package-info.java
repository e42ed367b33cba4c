/** Tests of resampling on a device, by the twins of its kernels. */
@NullMarked
package dev.amdahl.gpu.resampling;

import org.jspecify.annotations.NullMarked;
