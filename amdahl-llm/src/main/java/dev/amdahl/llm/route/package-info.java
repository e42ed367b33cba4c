/** Chooses the model for a question: cheap or local first, a better one for a recorded reason, all of it within rules and budget. */
@NullMarked
package dev.amdahl.llm.route;

import org.jspecify.annotations.NullMarked;
