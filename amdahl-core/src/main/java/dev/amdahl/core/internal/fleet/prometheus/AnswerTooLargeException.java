package dev.amdahl.core.internal.fleet.prometheus;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;

/** One answer would hold more than allowed here or at the server: ask for less at once. Immutable. */
final class AnswerTooLargeException extends AmdahlException {
    private static final long serialVersionUID = 1;

    AnswerTooLargeException(String server, String problem) {
        super(
                ErrorCategory.USER,
                server + ": " + problem
                        + "; choose fewer series by 'selector', or a longer 'step', or raise 'most-bytes'");
    }
}
