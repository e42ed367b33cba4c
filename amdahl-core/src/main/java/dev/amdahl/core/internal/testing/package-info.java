/** Fixtures that the tests of other modules share. */
@NullMarked
package dev.amdahl.core.internal.testing;

import org.jspecify.annotations.NullMarked;
