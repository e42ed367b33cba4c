package dev.amdahl.profilers.internal.kineto.document;

import org.jspecify.annotations.Nullable;

/** Says that a trace has to be read again by the parser alone, which knows every form and the places of errors. */
public final class UnusualTrace extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnusualTrace(String problem, @Nullable Throwable cause) {
        super(problem, cause);
    }
}
