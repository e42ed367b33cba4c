package dev.amdahl.core.ledger.event;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Thrown when a ledger does not hold what was written to it. Nothing was changed. */
public final class LedgerDamagedException extends AmdahlException {
    private static final long serialVersionUID = 1L;

    private final long seq;
    private final String problem;
    private final boolean isOfRows;

    /**
     * @param place the file
     * @param seq the first bad event, 0 if it cannot be told
     * @param problem what is wrong there
     * @param remedy what to do
     * @param cause what was caught, if anything
     */
    public LedgerDamagedException(String place, long seq, String problem, String remedy, @Nullable Throwable cause) {
        this(place, seq, problem, remedy, cause, false);
    }

    private LedgerDamagedException(
            String place, long seq, String problem, String remedy, @Nullable Throwable cause, boolean isOfRows) {
        super(ErrorCategory.USER, place + (seq > 0 ? ", event " + seq : "") + ": " + problem + "; " + remedy, cause);
        this.seq = seq;
        this.problem = problem;
        this.isOfRows = isOfRows;
    }

    /**
     * State rows are not those that follow from the events.
     *
     * @param seq the event that made the row, 0 if it cannot be told
     */
    public static LedgerDamagedException ofRows(String place, long seq, String problem, @Nullable Throwable cause) {
        return new LedgerDamagedException(
                place, seq, problem, "run ledger repair, which rebuilds the state rows", cause, true);
    }

    /** Returns what is wrong there. */
    public String problem() {
        return problem;
    }

    /** Returns whether only state rows are wrong, which can be rebuilt from the events. */
    public boolean isOfRows() {
        return isOfRows;
    }

    /** Returns the first bad event, if it can be told. */
    public OptionalLong seq() {
        return seq > 0 ? OptionalLong.of(seq) : OptionalLong.empty();
    }
}
