package dev.amdahl.core.testing.invariants;

/**
 * Something that should never be.
 *
 * @param invariant its short name, such as {@code I3}
 * @param subject the run, hypothesis or event it is about
 * @param seq the event that shows it; 0 if no single one does
 * @param what what was found
 */
public record Violation(String invariant, String subject, long seq, String what) {
    @Override
    public String toString() {
        return invariant + " " + subject + " at event " + seq + ": " + what;
    }
}
