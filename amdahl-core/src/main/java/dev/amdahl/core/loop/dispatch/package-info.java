/** From a planned run to a submission that a scheduler gets exactly once. */
@NullMarked
package dev.amdahl.core.loop.dispatch;

import org.jspecify.annotations.NullMarked;
