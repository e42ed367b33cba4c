package dev.amdahl.spi.llm;

/** Asks one model or agent. Implementations are thread-safe. */
public interface LlmBackend {

    /** Its name in configurations and in the ledger. */
    String name();

    /**
     * The answer. Blocks until it is there or the time limit has passed.
     *
     * @throws dev.amdahl.spi.AmdahlException TRANSIENT when the model does not answer, PLUGIN when the answer breaks the schema
     */
    LlmReply complete(LlmRequest request);
}
