package dev.amdahl.core.ledger.entry;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What was collected of a run and derived from its files. Immutable.
 *
 * @param host where it ran; empty text when unknown
 * @param arms in order of running
 * @param logRatio log(variant / baseline) of the metric (second over first for a noise run); empty if it could not be measured
 * @param mismatches paths of declared outputs that differ between the arms by their rule
 * @param voidReason why the measurement does not count although it ran; empty if it is sound
 * @param acceleratorSeconds what the run held
 * @param voidArms the places, from 0, of the arms for whose circumstances it does not count; empty if for none in particular
 */
public record RunResult(
        String host,
        List<RecordedArm> arms,
        OptionalDouble logRatio,
        List<String> mismatches,
        Optional<String> voidReason,
        double acceleratorSeconds,
        List<Integer> voidArms) {
    public RunResult {
        arms = List.copyOf(arms);
        mismatches = List.copyOf(mismatches);
        voidArms = List.copyOf(voidArms);
    }

    /** A result that is void for no arm in particular, or sound. */
    public RunResult(
            String host,
            List<RecordedArm> arms,
            OptionalDouble logRatio,
            List<String> mismatches,
            Optional<String> voidReason,
            double acceleratorSeconds) {
        this(host, arms, logRatio, mismatches, voidReason, acceleratorSeconds, List.of());
    }

    /** As events hold it, without secrets. */
    public String json() {
        return EntryCodec.write(EntryCodec.withoutSecrets(this));
    }
}
