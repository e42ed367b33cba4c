package dev.amdahl.core.ledger.event;

import dev.amdahl.core.internal.io.FileFault;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The ledger cannot be read or written now, such as on a full disk; whether the last commit was kept is known after reopening. Immutable. */
public final class LedgerUnusableException extends AmdahlException {
    private static final long serialVersionUID = 1L;

    /**
     * @param place the file
     * @param problem what happened
     * @param remedy what to do
     * @param cause what was caught, if anything
     */
    public LedgerUnusableException(String place, String problem, String remedy, @Nullable Throwable cause) {
        this(ErrorCategory.USER, place, problem, remedy, cause);
    }

    /** Returns a file that cannot be read or written. */
    public LedgerUnusableException(Path file, IOException cause) {
        this(
                file.toString(),
                "cannot be read or written: " + FileFault.words(cause),
                "check its permissions and the free space",
                cause);
    }

    /** Overload of {@code LedgerUnusableException}: of another category, such as a server that went away. */
    public LedgerUnusableException(
            ErrorCategory category, String place, String problem, String remedy, @Nullable Throwable cause) {
        super(category, place + ": " + problem + "; " + remedy, cause);
    }
}
