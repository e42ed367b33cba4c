package dev.amdahl.spi.hypothesis;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A change that a person offers for a job; tested like any other.
 *
 * @param title one line for people
 * @param change what would be changed
 * @param addresses the classes it may relieve, main one first
 * @param expectedFraction the removed fraction its author expects
 * @param idea the catalogue's idea it carries out, if one
 */
public record Contribution(
        String title,
        Change change,
        List<Bottleneck> addresses,
        OptionalDouble expectedFraction,
        Optional<String> idea) {
    public Contribution {
        addresses = List.copyOf(addresses);
    }
}
