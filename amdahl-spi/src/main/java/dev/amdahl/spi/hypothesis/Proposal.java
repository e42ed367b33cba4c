package dev.amdahl.spi.hypothesis;

import java.util.List;
import java.util.OptionalDouble;

/**
 * A change that an advisor puts forward; the loop gives it an identity and makes it a {@link Hypothesis}. Immutable.
 *
 * @param title one line for people
 * @param addresses the classes it may relieve, main one first
 * @param change what would be changed
 * @param expectedFraction expected removed fraction of the addressed seconds
 * @param provenance where it came from
 */
public record Proposal(
        String title,
        List<Bottleneck> addresses,
        Change change,
        OptionalDouble expectedFraction,
        Provenance provenance) {
    public Proposal {
        addresses = List.copyOf(addresses);
    }
}
