package dev.amdahl.spi.llm;

/** Asks one model or agent. Implementations are thread-safe. */
public interface LlmBackend {

    /** Returns its name in configurations and in the ledger. */
    String name();

    /**
     * Returns which model it asks and where, without secrets, so that what failed elsewhere is not held against it; empty where only its name tells.
     */
    default String place() {
        return "";
    }

    /**
     * Returns the answer. Blocks until it is there or the time limit has passed.
     *
     * @throws LlmException if there is no whole answer that satisfies the schema, with the reason
     */
    LlmReply complete(LlmRequest request);
}
