package dev.amdahl.spi.refine;

/** Keeps every attempt with what was found. Implementations are thread-safe. */
public interface Recorder {

    /** Keeps one attempt; durable when it returns. */
    void record(Candidate candidate, Finding finding);
}
