/** The steps that come first, as they free capacity: Collect, Compare, Refute, Promote. */
@NullMarked
package dev.amdahl.core.loop.verify;

import org.jspecify.annotations.NullMarked;
