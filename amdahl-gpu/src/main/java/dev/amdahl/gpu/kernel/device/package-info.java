/** Where candidate kernels run: processes of their own, asked through a pipe, on memory that both sides see. */
@NullMarked
package dev.amdahl.gpu.kernel.device;

import org.jspecify.annotations.NullMarked;
