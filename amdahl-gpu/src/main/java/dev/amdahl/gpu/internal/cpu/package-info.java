/** The backend of the processor: the reference for every device, and what users get where there is none. */
@NullMarked
package dev.amdahl.gpu.internal.cpu;

import org.jspecify.annotations.NullMarked;
