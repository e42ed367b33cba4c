package dev.amdahl.spi.hypothesis;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * One change that might give back the seconds of a bottleneck.
 *
 * @param id unique in the ledger
 * @param family the recurring workload
 * @param addresses the classes whose seconds it would remove, the main one first; at least one
 * @param axis where it acts
 * @param title one line for people: untrusted text
 * @param change what would be changed
 * @param expectedFraction expected removed fraction of the addressed seconds, 0 to 1; empty when nobody said
 * @param provenance where it came from
 * @param evidence ids of the evidence runs it rests on; empty means it must be measured first
 * @param fingerprint the identity of the change
 */
public record Hypothesis(
        String id,
        String family,
        List<Bottleneck> addresses,
        ResourceAxis axis,
        String title,
        Change change,
        OptionalDouble expectedFraction,
        Provenance provenance,
        List<String> evidence,
        Fingerprint fingerprint) {
    public Hypothesis {
        requireNonNull(axis, "axis");
        addresses = List.copyOf(addresses);
        evidence = List.copyOf(evidence);
        if (addresses.isEmpty()) {
            throw new IllegalArgumentException("hypothesis " + id + " addresses no bottleneck");
        }
    }

    /** Returns the main class it addresses. */
    public Bottleneck bottleneck() {
        return addresses.get(0);
    }

    /** Returns all classes it addresses. */
    public Set<Bottleneck> addressed() {
        return Set.copyOf(addresses);
    }

    /** Returns whether the loop has planted it to test itself: it stands for no saving, and never counts among tests and wins. */
    public boolean isPlanted() {
        return provenance.origin() == Provenance.Origin.PLANTED;
    }

    /** Returns whether something must be built before it can run. */
    public boolean needsBuild() {
        return change.needsBuild();
    }
}
