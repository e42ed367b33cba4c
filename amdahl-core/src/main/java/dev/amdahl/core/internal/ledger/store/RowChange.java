package dev.amdahl.core.internal.ledger.store;

/**
 * What an event does to one row. An update keeps the row's ordinal.
 *
 * @param kind what happens
 * @param row the row after it, or the row that goes
 */
public record RowChange(Kind kind, Row row) {
    /** What happens to a row. */
    public enum Kind {
        /** It is new. */
        INSERT,
        /** Its keys and body are replaced. */
        UPDATE,
        /** It goes. */
        DELETE
    }
}
