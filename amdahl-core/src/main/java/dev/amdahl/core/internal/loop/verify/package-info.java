/** The steps that come first, as they free capacity: Collect, Compare, Refute, Promote. */
@NullMarked
package dev.amdahl.core.internal.loop.verify;

import org.jspecify.annotations.NullMarked;
