/** The profilers of what PyTorch writes as pickles of plain data. */
@NullMarked
package dev.amdahl.profilers.internal.torch;

import org.jspecify.annotations.NullMarked;
