package dev.amdahl.spi.experiment;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;

/** A variant that could not be built; a recorded end of its hypothesis. Immutable. */
public final class BuildFailedException extends AmdahlException {
    private static final long serialVersionUID = 1L;

    /** Whether another patch might build. */
    private final boolean isRepairable;

    /** @param message what was refused or failed, with the end of the build's output */
    public BuildFailedException(String message) {
        this(message, true);
    }

    /**
     * Overload of {@code BuildFailedException}.
     *
     * @param isRepairable false where the machine or the repository is at fault, so that no other patch would build
     */
    public BuildFailedException(String message, boolean isRepairable) {
        super(ErrorCategory.USER, message);
        this.isRepairable = isRepairable;
    }

    /** Returns whether another patch might build; false where the machine or the repository is at fault. */
    public boolean isRepairable() {
        return isRepairable;
    }
}
