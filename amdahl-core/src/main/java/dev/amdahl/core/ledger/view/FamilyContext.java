package dev.amdahl.core.ledger.view;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The circumstances in which verdicts on a family hold, and those in which earlier ones held.
 *
 * @param regime how often the unchanged job's behaviour changed since its declared epoch began
 * @param version what the job declares of its command and code, as a digest; empty text when not known
 * @param measuredSince what was measured before does not describe the job any more; empty if all does
 * @param baselineSince since when baseline arms run with the present incumbent, command and code; empty if always
 * @param earlier contexts that ended, newest last, at most {@value #REMEMBERED}
 */
public record FamilyContext(
        int regime,
        String version,
        Optional<Instant> measuredSince,
        Optional<Instant> baselineSince,
        List<Ended> earlier) {
    /** That of a family that was just taken up. */
    public static final FamilyContext NEW = new FamilyContext(0, "", Optional.empty(), Optional.empty(), List.of());

    private static final int REMEMBERED = 32;

    public FamilyContext {
        earlier = List.copyOf(earlier);
    }

    /**
     * A context that ended.
     *
     * @param acceleratorType the accelerator generation
     * @param code the epoch of the code, as in fingerprints
     * @param why it ended
     */
    public record Ended(String acceleratorType, String code, String why) {}

    /** Returns the same, whose version an earlier version of this library did not record. */
    public FamilyContext named(String now) {
        return new FamilyContext(regime, now, measuredSince, baselineSince, earlier);
    }

    /** The job is another one to measure, in the same epoch. */
    public FamilyContext version(String now, Instant at) {
        return new FamilyContext(regime, now, Optional.of(at), Optional.of(at), earlier);
    }

    /** Baseline arms run otherwise from now on. */
    public FamilyContext baseline(Instant at, boolean isMeasuredAnew) {
        return new FamilyContext(
                regime, version, isMeasuredAnew ? Optional.of(at) : measuredSince, Optional.of(at), earlier);
    }

    /** Another epoch begins. */
    public FamilyContext after(Ended ended, int nextRegime, String nextVersion, Instant at) {
        List<Ended> all = new ArrayList<>(earlier);
        all.add(ended);
        int outdated = Math.max(0, all.size() - REMEMBERED);
        return new FamilyContext(
                nextRegime, nextVersion, Optional.of(at), Optional.of(at), all.subList(outdated, all.size()));
    }
}
