package dev.amdahl.spi.refine;

import java.util.List;

/** Keeps every attempt of one search with what was found. Implementations are thread-safe. */
public interface Recorder {

    /** Keeps one attempt; durable when it returns. */
    void record(Candidate candidate, Finding finding);

    /** Keeps which attempt was picked, before it is judged again; durable when it returns. */
    default void freeze(Candidate pick) {}

    /** Keeps what was found when the pick was judged again, on fresh runs; durable when it returns. */
    default void retested(Candidate pick, Finding finding) {}

    /** Returns what was kept, in order: a search that was stopped goes on from it. Empty where nothing outlives the process. */
    default List<Attempt> attempts() {
        return List.of();
    }
}
