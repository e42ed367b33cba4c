package dev.amdahl.spi.hypothesis;

/**
 * Where a hypothesis came from. Immutable.
 *
 * @param origin the kind of source
 * @param source the rule, idea, model, person or ledger row
 */
public record Provenance(Origin origin, String source) {

    /** The kind of source. */
    public enum Origin {
        /** A rule over the job's own levers. */
        RULE,
        /** An idea of the catalogue. */
        IDEA,
        /** A language model. */
        MODEL,
        /** A person. */
        HUMAN,
        /** The dream phase: searched and injected. */
        DREAM
    }
}
