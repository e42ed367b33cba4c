package dev.amdahl.core.internal.refine;

import static java.util.Objects.requireNonNull;

import dev.amdahl.core.internal.refine.RefinementResult.End;
import dev.amdahl.spi.refine.Attempt;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Proposer;
import dev.amdahl.spi.refine.Recorder;
import dev.amdahl.spi.refine.Speedup;
import dev.amdahl.spi.refine.Stage;
import dev.amdahl.spi.refine.Verifier;
import java.time.Clock;
import java.util.Comparator;
import java.util.Optional;

/**
 * A bounded search: candidates are proposed, judged, kept, and what was found goes back to the proposer. The best of many is picked for
 * its luck too, so that the pick is judged once more on fresh runs, and only that counts. Thread-safe if its parts are; two runs of
 * one search at a time are not.
 *
 * <p>A search that was stopped goes on from what its recorder kept. A verifier that cannot judge ends the run with its exception:
 * nothing is recorded of the candidate at hand.
 */
public final class Refinement {
    private final Proposer proposer;
    private final Verifier verifier;
    private final Recorder recorder;
    private final Clock clock;

    /** Returns a search with these parts. */
    public Refinement(Proposer proposer, Verifier verifier, Recorder recorder, Clock clock) {
        this.proposer = requireNonNull(proposer);
        this.verifier = requireNonNull(verifier);
        this.recorder = requireNonNull(recorder);
        this.clock = requireNonNull(clock);
    }

    /** Searches until a limit is met. Blocks. */
    public RefinementResult run(RefineLimits limits) {
        SearchRun run = new SearchRun(limits, proposer, verifier, recorder, clock);
        End end = run.run();
        Optional<Attempt> pick = run.attempts().stream()
                .filter(attempt -> attempt.finding().stage() == Stage.FASTER)
                .max(Comparator.comparingDouble(attempt ->
                        attempt.finding().speedup().map(Speedup::lower).orElse(1.0)));
        Optional<Finding> retest = pick.map(attempt -> judgedAgain(attempt.candidate()));
        return new RefinementResult(run.attempts(), run.repeated(), pick, retest, end, run.note(), run.elapsed());
    }

    private Finding judgedAgain(Candidate pick) {
        recorder.freeze(pick);
        Finding finding = verifier.verify(pick);
        recorder.retested(pick, finding);
        return finding;
    }
}
