package dev.amdahl.spi.llm;

/** Asks one model or agent. Implementations are thread-safe. */
public interface LlmBackend {

    /** Its name in configurations and in the ledger. */
    String name();

    /**
     * Which model it asks and where, without secrets, so that what failed elsewhere is not held against it; empty where only its name tells.
     */
    default String place() {
        return "";
    }

    /**
     * The answer. Blocks until it is there or the time limit has passed.
     *
     * @throws LlmException if there is no whole answer that satisfies the schema, with the reason
     */
    LlmReply complete(LlmRequest request);
}
