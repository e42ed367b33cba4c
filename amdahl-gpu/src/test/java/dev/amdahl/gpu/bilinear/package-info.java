/** Tests of the search for bilinear algorithms. */
@NullMarked
package dev.amdahl.gpu.bilinear;

import org.jspecify.annotations.NullMarked;
