package dev.amdahl.spi.hypothesis;

/**
 * The origin of a hypothesis.
 *
 * @param origin the kind of source
 * @param source the rule, idea, model, person or ledger row
 * @param maturity how well tried it is
 */
public record Provenance(Origin origin, String source, Maturity maturity) {

    /** Returns a source whose suggestions have worked elsewhere. */
    public Provenance(Origin origin, String source) {
        this(origin, source, Maturity.ESTABLISHED);
    }

    /** How well proven a suggestion is. */
    public enum Maturity {
        /** It has worked elsewhere. */
        ESTABLISHED,
        /** It has not: it meets a higher bar, and the reviewer is told. */
        EXPERIMENTAL
    }

    /** Whether it meets the stricter gate. */
    public boolean isExperimental() {
        return maturity == Maturity.EXPERIMENTAL;
    }

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
        DREAM,
        /** The loop itself: a known delay that it takes out of one arm, to see how many wins of that size it finds. */
        PLANTED
    }
}
