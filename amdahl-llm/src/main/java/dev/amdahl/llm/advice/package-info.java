/** Advice of a model on a diagnosed job: the briefing as text, the closed form of the answer, and its check. */
@NullMarked
package dev.amdahl.llm.advice;

import org.jspecify.annotations.NullMarked;
