package dev.amdahl.core.ledger.entry;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What was collected of a run and derived from its files. Immutable.
 *
 * @param host where it ran; empty text when unknown
 * @param arms in order of running
 * @param logRatio log(variant / baseline) of the metric, in the roles that were drawn, for a noise run too; empty if it could not be measured
 * @param mismatches paths of declared outputs that differ between the arms by their rule
 * @param voidReason why the measurement does not count although it ran; empty if it is sound
 * @param acceleratorSeconds what the run held
 * @param voidArms the places, from 0, of the arms for whose circumstances it does not count; empty if for none in particular
 * @param recheck of a block that was run once more, how the first time compares with it; empty otherwise
 */
public record RunResult(
        String host,
        List<RecordedArm> arms,
        OptionalDouble logRatio,
        List<String> mismatches,
        Optional<String> voidReason,
        double acceleratorSeconds,
        List<Integer> voidArms,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Recheck> recheck) {

    /**
     * How the arms of a disputed trial compare with the baseline of the block that repeats it on the same seed. Immutable.
     *
     * @param baselineDiffers whether its baseline did otherwise than this one: the unchanged job does not repeat itself
     * @param variantDiffers whether its variant did
     */
    public record Recheck(boolean baselineDiffers, boolean variantDiffers) {}

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
        this(host, arms, logRatio, mismatches, voidReason, acceleratorSeconds, List.of(), Optional.empty());
    }

    /** As events hold it, without secrets. */
    public String json() {
        return EntryCodec.write(EntryCodec.withoutSecrets(this));
    }
}
