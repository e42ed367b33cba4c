package dev.amdahl.profilers.internal.nsys;

/**
 * Where an event stands.
 *
 * @param start ns since the session began
 * @param global the global id of its thread, or of its process for device work
 * @param correlation of the call and its work, -1 if none
 */
record NsysEvent(long start, long end, long global, long correlation) {
    /** From columns 0 to 3 of a row: start, end, global id, correlation. */
    static NsysEvent of(NsysDatabase.Row row) {
        return new NsysEvent(row.number(0, -1), row.number(1, -1), row.number(2, 0), row.number(3, -1));
    }
}
