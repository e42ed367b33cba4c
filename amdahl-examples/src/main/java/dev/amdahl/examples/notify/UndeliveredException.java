package dev.amdahl.examples.notify;

/** A notice did not arrive; the message is one line that holds no secret. */
final class UndeliveredException extends Exception {
    private static final long serialVersionUID = 1L;

    UndeliveredException(String message) {
        super(message);
    }
}
