package dev.amdahl.core.internal.refine;

import dev.amdahl.spi.refine.Attempt;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a search came to.
 *
 * @param attempts all attempts in order, those of earlier runs included
 * @param repeated how many proposals were the text of an earlier one, and were not judged again
 * @param pick the attempt with the highest reward among those found faster
 * @param retest the finding on the pick from fresh runs after it was picked: the only one that counts
 * @param end why it ended
 * @param note what the reason says more
 * @param elapsed wall clock of this run
 */
public record RefinementResult(
        List<Attempt> attempts,
        int repeated,
        Optional<Attempt> pick,
        Optional<Finding> retest,
        End end,
        String note,
        Duration elapsed) {
    public RefinementResult {
        attempts = List.copyOf(attempts);
    }

    /** Why a search ended. */
    public enum End {
        /** The target is shown. */
        TARGET,
        /** As many attempts as allowed. */
        ATTEMPTS,
        /** The time is over. */
        TIME,
        /** The money for models or the time for verification is spent. */
        BUDGET,
        /** The proposer knows no more, or only repeats itself. */
        EXHAUSTED,
        /** The proposer failed again and again. */
        PROPOSER_FAILED
    }

    /** The pick, if it held on fresh runs. */
    public Optional<Attempt> winner() {
        return pick.filter(attempt ->
                retest.filter(finding -> finding.stage() == Stage.FASTER).isPresent());
    }
}
