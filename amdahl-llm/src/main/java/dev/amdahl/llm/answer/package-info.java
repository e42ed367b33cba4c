/** What every backend does with an answer: hold it to its schema, ask once more, count what it cost, keep the time limit. */
@NullMarked
package dev.amdahl.llm.answer;

import org.jspecify.annotations.NullMarked;
