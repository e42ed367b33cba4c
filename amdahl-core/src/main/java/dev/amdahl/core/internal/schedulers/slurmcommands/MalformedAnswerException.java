package dev.amdahl.core.internal.schedulers.slurmcommands;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;

/** What a command printed is not what its version should print, or only half of it. Immutable. */
public final class MalformedAnswerException extends AmdahlException {
    private static final long serialVersionUID = 1L;
    private static final int MAX_LENGTH = 300;

    MalformedAnswerException(String program, String problem) {
        super(
                ErrorCategory.TRANSIENT,
                "slurm, " + program + ": its answer cannot be read: " + plain(problem)
                        + "; ask again, and look at what it prints");
    }

    private static String plain(String text) {
        String plain = text.replaceAll("\\p{Cntrl}+", " ");
        return plain.length() <= MAX_LENGTH ? plain : plain.substring(0, MAX_LENGTH) + "...";
    }
}
