/** The zoo: cheats that are refuted, and honest kernels that are not. */
@NullMarked
package dev.amdahl.gpu.kernel;

import org.jspecify.annotations.NullMarked;
