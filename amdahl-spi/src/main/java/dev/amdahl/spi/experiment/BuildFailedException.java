package dev.amdahl.spi.experiment;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;

/** A variant that could not be built; a recorded end of its hypothesis. Immutable. */
public final class BuildFailedException extends AmdahlException {
    private static final long serialVersionUID = 1L;

    /** @param message what was refused or failed, with the end of the build's output */
    public BuildFailedException(String message) {
        super(ErrorCategory.USER, message);
    }
}
