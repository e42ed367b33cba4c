/** What may be wrong with a job and which change may fix it. */
@NullMarked
package dev.amdahl.spi.hypothesis;

import org.jspecify.annotations.NullMarked;
