/** A backend that repeats recorded answers: runs and tests without a model. */
@NullMarked
package dev.amdahl.llm.internal.replay;

import org.jspecify.annotations.NullMarked;
