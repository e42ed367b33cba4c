/** Tests that may be looked at again and again: mixture e-values with their confidence sequences, and spending of error over looks. */
@NullMarked
package dev.amdahl.core.stats.sequential;

import org.jspecify.annotations.NullMarked;
