/** Whether two arms wrote the same declared output, by the rule that the job declares. */
@NullMarked
package dev.amdahl.core.internal.refute.output;

import org.jspecify.annotations.NullMarked;
