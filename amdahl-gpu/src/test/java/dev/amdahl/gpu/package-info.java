/** What every backend must keep, and the selection among them. */
@NullMarked
package dev.amdahl.gpu;

import org.jspecify.annotations.NullMarked;
