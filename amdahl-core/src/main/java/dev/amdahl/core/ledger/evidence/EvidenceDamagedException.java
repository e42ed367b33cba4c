package dev.amdahl.core.ledger.evidence;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A kept file is missing or is not what was kept; nothing was changed. Immutable. */
public final class EvidenceDamagedException extends AmdahlException {
    private static final long serialVersionUID = 1L;

    private final boolean isMissing;

    private EvidenceDamagedException(
            Path file, String digest, boolean isMissing, String problem, @Nullable Throwable cause) {
        super(
                ErrorCategory.USER,
                "evidence " + file + ", SHA-256 " + digest + ": " + problem
                        + "; restore it from a copy, or let the job be measured again",
                cause);
        this.isMissing = isMissing;
    }

    static EvidenceDamagedException missing(Path file, String digest) {
        return new EvidenceDamagedException(
                file, digest, true, "is missing; in a copy of a ledger, copy its .evidence folder too", null);
    }

    static EvidenceDamagedException changed(Path file, String digest, String found) {
        return new EvidenceDamagedException(file, digest, false, "holds other bytes, SHA-256 " + found, null);
    }

    static EvidenceDamagedException unreadable(Path file, String digest, Throwable cause) {
        return new EvidenceDamagedException(file, digest, false, "cannot be read: " + cause, cause);
    }

    /** Returns whether there is no such file, rather than another one. */
    public boolean isMissing() {
        return isMissing;
    }
}
