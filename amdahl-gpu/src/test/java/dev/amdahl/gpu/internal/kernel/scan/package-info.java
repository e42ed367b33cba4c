/** What may not stand in a kernel, and what may. */
@NullMarked
package dev.amdahl.gpu.internal.kernel.scan;

import org.jspecify.annotations.NullMarked;
