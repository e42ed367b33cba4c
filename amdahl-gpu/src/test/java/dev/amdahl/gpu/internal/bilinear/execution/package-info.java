/** Tests of bilinear algorithms on blocks. */
@NullMarked
package dev.amdahl.gpu.internal.bilinear.execution;

import org.jspecify.annotations.NullMarked;
