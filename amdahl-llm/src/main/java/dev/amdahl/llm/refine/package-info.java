/** A model as the proposer of a generate, verify and refine loop. */
@NullMarked
package dev.amdahl.llm.refine;

import org.jspecify.annotations.NullMarked;
