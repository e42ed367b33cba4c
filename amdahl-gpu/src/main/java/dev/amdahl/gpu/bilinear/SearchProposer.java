package dev.amdahl.gpu.bilinear;

import static java.util.Objects.requireNonNull;

import dev.amdahl.spi.refine.Attempt;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Proposer;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Proposes what the search in the flip graph finds. It goes on from the best correct scheme of earlier attempts, and knows no more once its
 * time is over or its target met. Thread-safe.
 */
public final class SearchProposer implements Proposer {
    private final SearchPlan plan;
    private final Clock clock;
    private final Executor threads;
    private final Consumer<Scheme> improved;
    private Optional<SearchResult> result = Optional.empty();

    /**
     * Returns one search of that plan.
     *
     * @param threads where its walks run
     * @param improved told of each lower rank, at once
     */
    public SearchProposer(SearchPlan plan, Clock clock, Executor threads, Consumer<Scheme> improved) {
        this.plan = requireNonNull(plan);
        this.clock = requireNonNull(clock);
        this.threads = requireNonNull(threads);
        this.improved = requireNonNull(improved);
    }

    @Override
    public synchronized List<Candidate> propose(List<Attempt> earlier) {
        if (result.isPresent()) {
            return List.of();
        }
        Optional<Attempt> best = earlier.stream()
                .filter(attempt -> attempt.finding().isCorrect())
                .min(Comparator.comparingInt(attempt -> rank(attempt.candidate())));
        Scheme start = best.map(attempt -> SchemeText.parse(attempt.candidate().source()))
                .filter(scheme -> scheme.rank() < plan.start().rank())
                .orElse(plan.start());
        SearchResult found = FlipSearch.run(plan.from(start), clock, threads, improved);
        result = Optional.of(found);
        String parent = best.map(attempt -> attempt.candidate().id()).orElse("");
        if (found.best().rank() == start.rank()) {
            return List.of();
        }
        return List.of(new Candidate(
                plan.start().format() + "-" + plan.ring() + "-" + found.best().rank() + "-" + plan.seed(),
                parent,
                SchemeText.of(found.best()),
                "a walk of " + found.flips() + " flips from rank " + start.rank() + ", seed " + plan.seed()));
    }

    private static int rank(Candidate candidate) {
        return SchemeText.parse(candidate.source()).rank();
    }

    /** Returns what the search came to; empty before it. */
    public synchronized Optional<SearchResult> result() {
        return result;
    }
}
