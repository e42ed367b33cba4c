package dev.amdahl.spi.hypothesis;

import java.util.List;

/**
 * The answer of an advisor.
 *
 * @param proposals best first
 * @param notes what people should know, one line each: what was left out and why, or why there is no answer
 */
public record Advice(List<Proposal> proposals, List<String> notes) {
    public Advice {
        proposals = List.copyOf(proposals);
        notes = List.copyOf(notes);
    }

    /** No proposal. */
    public static Advice none(String... notes) {
        return new Advice(List.of(), List.of(notes));
    }
}
