/** What PyTorch writes as pickles of plain data. */
@NullMarked
package dev.amdahl.profilers.torch;

import org.jspecify.annotations.NullMarked;
