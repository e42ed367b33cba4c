package dev.amdahl.core.testing.invariants;

/**
 * A commit whose caller was told that it is kept.
 *
 * @param fence the lease it was made under; 0 if not known
 * @param events number of events after it
 * @param head hash of the last of them
 */
public record Acknowledged(long fence, long events, String head) {}
