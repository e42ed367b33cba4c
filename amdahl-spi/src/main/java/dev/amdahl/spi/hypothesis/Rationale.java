package dev.amdahl.spi.hypothesis;

import java.util.List;
import java.util.stream.Stream;

/**
 * An advisor's reasons for a change, and the risks: untrusted text where a model wrote it.
 *
 * @param mechanism how the change would give seconds back
 * @param risk how that could be wrong
 * @param evidence what it rests on, of the ids that the advisor was given: evidence runs, earlier hypotheses
 * @param objections what the loop holds against it, such as a class that the diagnosis does not show
 */
public record Rationale(String mechanism, String risk, List<String> evidence, List<String> objections) {
    public Rationale {
        evidence = List.copyOf(evidence);
        objections = List.copyOf(objections);
    }

    /** As an advisor gives it. */
    public Rationale(String mechanism, String risk, List<String> evidence) {
        this(mechanism, risk, evidence, List.of());
    }

    /** Returns what a reader of the result must know, one line each. */
    public List<String> warnings() {
        return Stream.concat(
                        objections.stream(),
                        Stream.of("how it could be wrong, by its author: " + risk)
                                .filter(line -> !risk.isBlank()))
                .toList();
    }

    /** Returns the same with more that speaks against it. */
    public Rationale objecting(List<String> more) {
        List<String> all =
                Stream.concat(objections.stream(), more.stream()).distinct().toList();
        return new Rationale(mechanism, risk, evidence, all);
    }
}
