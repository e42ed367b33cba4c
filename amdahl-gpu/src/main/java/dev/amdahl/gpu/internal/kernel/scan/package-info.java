/** What the text of a kernel gives away, before it is compiled. */
@NullMarked
package dev.amdahl.gpu.internal.kernel.scan;

import org.jspecify.annotations.NullMarked;
