package dev.amdahl.spi.llm;

import static java.util.Objects.requireNonNull;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import org.jspecify.annotations.Nullable;

/** A model gave no usable answer. Says why, and what the attempt cost all the same. Immutable. */
public final class LlmException extends AmdahlException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final transient LlmUsage usage;

    /**
     * @param reason why there is no answer
     * @param message the model, what it said or did, and what to do
     * @param usage what it cost all the same
     * @param cause what was caught, if anything
     */
    public LlmException(Reason reason, String message, LlmUsage usage, @Nullable Throwable cause) {
        super(reason.category, message, cause);
        this.reason = requireNonNull(reason);
        this.usage = requireNonNull(usage);
    }

    /** The reason for which there is no answer. */
    public enum Reason {
        /** The model declines to answer. */
        REFUSAL(ErrorCategory.PLUGIN),
        /** The answer reached its bound of tokens, or the model's window was too small. */
        TRUNCATED(ErrorCategory.PLUGIN),
        /** The answer breaks the schema, also after a turn of repair. */
        OFF_SCHEMA(ErrorCategory.PLUGIN),
        /** The service or program answers in a form of its own. */
        PROTOCOL(ErrorCategory.PLUGIN),
        /** The service has no capacity now, also after the retries. */
        OVERLOADED(ErrorCategory.TRANSIENT),
        /** The service allows no more calls now. */
        RATE_LIMITED(ErrorCategory.TRANSIENT),
        /** No answer within the time limit. */
        TIME_LIMIT(ErrorCategory.TRANSIENT),
        /** Nobody is there. */
        UNREACHABLE(ErrorCategory.TRANSIENT),
        /** The key is missing or refused. */
        UNAUTHORIZED(ErrorCategory.USER),
        /** The program is not installed. */
        NOT_INSTALLED(ErrorCategory.USER),
        /** The service refuses the request as such: an unknown model, or too long a question. */
        REJECTED(ErrorCategory.USER),
        /** The budget or the policy does not allow the call; it was not made. */
        NOT_ALLOWED(ErrorCategory.USER);

        private final ErrorCategory category;

        Reason(ErrorCategory category) {
            this.category = category;
        }
    }

    /** Returns why there is no answer. */
    public Reason reason() {
        return reason;
    }

    /** Returns what it cost all the same. */
    public LlmUsage usage() {
        return usage;
    }
}
