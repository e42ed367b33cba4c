package dev.amdahl.core.ledger.file;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What was read is not what was written; nothing was changed. Immutable. */
public final class LedgerDamagedException extends AmdahlException {
    private static final long serialVersionUID = 1L;

    private final long seq;

    /**
     * @param place the file
     * @param seq the first bad event, 0 if it cannot be told
     * @param problem what is wrong there
     * @param remedy what to do
     * @param cause what was caught, if anything
     */
    public LedgerDamagedException(String place, long seq, String problem, String remedy, @Nullable Throwable cause) {
        super(ErrorCategory.USER, place + (seq > 0 ? ", event " + seq : "") + ": " + problem + "; " + remedy, cause);
        this.seq = seq;
    }

    /** The first bad event, if it can be told. */
    public OptionalLong seq() {
        return seq > 0 ? OptionalLong.of(seq) : OptionalLong.empty();
    }
}
