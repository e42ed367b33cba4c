/** Runs bilinear algorithms on blocks of matrices, and says from which size they gain. */
@NullMarked
package dev.amdahl.gpu.internal.bilinear.execution;

import org.jspecify.annotations.NullMarked;
