/** How evidence runs are started under profilers, as shell text. */
@NullMarked
package dev.amdahl.profilers.internal.capture;

import org.jspecify.annotations.NullMarked;
