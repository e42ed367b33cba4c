/** From a planned run to a submission that a scheduler gets exactly once. */
@NullMarked
package dev.amdahl.core.internal.loop.dispatch;

import org.jspecify.annotations.NullMarked;
