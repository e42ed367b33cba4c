/** Search for bilinear algorithms of matrix multiplication in the flip graph, and their exact check. */
@NullMarked
package dev.amdahl.gpu.bilinear;

import org.jspecify.annotations.NullMarked;
