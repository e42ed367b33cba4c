package dev.amdahl.llm.internal.chat;

import dev.amdahl.llm.answer.Deadline;

/** One turn with a model. Implementations are thread-safe. */
interface Speaker {
    /**
     * Returns what the model says, to its end. Blocks until then or until the deadline.
     *
     * @throws dev.amdahl.spi.llm.LlmException if it does not end well
     */
    Said say(Turn turn, Deadline deadline);

    /** Returns which model it is and where; empty where nothing tells. */
    default String place() {
        return "";
    }
}
