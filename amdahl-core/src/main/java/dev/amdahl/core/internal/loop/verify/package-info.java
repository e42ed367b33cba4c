/**
 * The steps that come first, as they free capacity: Collect, Compare, Refute, Promote; and what becomes of promoted changes: whether they
 * still help, in the fleet and in a check.
 */
@NullMarked
package dev.amdahl.core.internal.loop.verify;

import org.jspecify.annotations.NullMarked;
