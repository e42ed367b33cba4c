package dev.amdahl.spi.hypothesis;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A change that an advisor puts forward; the loop gives it an identity and makes it a {@link Hypothesis}.
 *
 * @param title one line for people
 * @param addresses the classes it may relieve, main one first
 * @param change what would be changed
 * @param expectedFraction expected removed fraction of the addressed seconds
 * @param provenance where it came from
 * @param rationale why it should work, where its author says so
 */
public record Proposal(
        String title,
        List<Bottleneck> addresses,
        Change change,
        OptionalDouble expectedFraction,
        Provenance provenance,
        Optional<Rationale> rationale) {
    public Proposal {
        addresses = List.copyOf(addresses);
    }

    /** Returns a change whose author gives no reasons. */
    public Proposal(
            String title,
            List<Bottleneck> addresses,
            Change change,
            OptionalDouble expectedFraction,
            Provenance provenance) {
        this(title, addresses, change, expectedFraction, provenance, Optional.empty());
    }
}
