package dev.amdahl.core.internal.workspace;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.experiment.BuildFailedException;

/** A patch that must not be applied, whatever git would say. Immutable. */
public final class PatchRefusedException extends AmdahlException {
    private static final long serialVersionUID = 1L;

    private final String reason;

    PatchRefusedException(String reason) {
        super(ErrorCategory.USER, "patch refused: " + reason);
        this.reason = reason;
    }

    BuildFailedException asBuildFailure() {
        return new BuildFailedException("patch refused: " + reason);
    }
}
