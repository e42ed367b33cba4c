package dev.amdahl.gpu.bilinear;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Looks for schemes of low rank by random walks in the flip graph. A walk that does not fall for a while splits two terms; one that has
 * long found nothing begins again, or goes on from one of the best schemes that any walk has seen. Thread-safe.
 */
public final class FlipSearch {
    /** Flips without a fall before terms are split: early splitting brings more starts of 4x4x4 to rank 49. */
    private static final long PLUS_AFTER_BINARY = 5_000;

    /** Fewer than 30 thousand keep 3x3x3 from rank 23 for long; 100 and 300 thousand are alike. */
    private static final long PLUS_AFTER_TERNARY = 100_000;

    private static final long RETURN_AFTER = 20_000_000;
    /** What a dead end counts, in flips. */
    private static final long DEAD_END = 1000;

    /** One return in so many is to a best scheme, the others to the start: the best may lie where nothing is lower. */
    private static final int RETURNS = 4;

    private static final int MARGIN = 2;
    private static final int KEPT = 64;

    private final SearchPlan plan;
    private final Clock clock;
    private final Consumer<Scheme> improved;
    private final Instant started;
    private final AtomicLong flips = new AtomicLong();
    private final List<Scheme> best = new ArrayList<>();
    private Instant foundAt;

    private FlipSearch(SearchPlan plan, Clock clock, Consumer<Scheme> improved) {
        this.plan = plan;
        this.clock = clock;
        this.improved = improved;
        this.started = clock.instant();
        this.foundAt = started;
        best.add(plan.start());
    }

    /**
     * Searches until the target is met or the time is over; the walks run on the threads of the executor. Blocks. One walk gives the same
     * scheme for the same seed wherever it meets its target in time.
     */
    public static SearchResult run(SearchPlan plan, Clock clock, Executor threads) {
        return run(plan, clock, threads, scheme -> {});
    }

    /**
     * Overload of {@code run}.
     *
     * @param improved told of each lower rank by the walk that found it, while the others wait
     */
    public static SearchResult run(SearchPlan plan, Clock clock, Executor threads, Consumer<Scheme> improved) {
        FlipSearch search = new FlipSearch(plan, clock, improved);
        CompletableFuture<?>[] walks = new CompletableFuture<?>[plan.walks()];
        for (int i = 0; i < walks.length; i++) {
            Draw draw = new Draw(plan.seed() * 1_000_003 + i);
            walks[i] = CompletableFuture.runAsync(() -> search.walk(draw), threads);
        }
        CompletableFuture.allOf(walks).join();
        return search.result();
    }

    private void walk(Draw draw) {
        boolean isBinary = plan.ring() == Ring.Z2;
        Walk walk = isBinary ? new BinaryWalk(plan.start(), draw) : new TernaryWalk(plan.start(), draw);
        long plusAfter = isBinary ? PLUS_AFTER_BINARY : PLUS_AFTER_TERNARY;
        int lowest = walk.rank();
        long idle = 0;
        while (!isOver()) {
            int before = walk.rank();
            long made = walk.flip(plusAfter);
            flips.addAndGet(made);
            idle += Math.max(made, DEAD_END);
            if (walk.rank() < lowest) {
                lowest = walk.rank();
                idle = 0;
                offer(walk, draw);
            } else if (idle > RETURN_AFTER || (made < plusAfter && walk.rank() > lowest + MARGIN)) {
                offer(walk, draw);
                walk.jump(draw.below(RETURNS) == 0 ? oneOfTheBest(draw) : plan.start());
                lowest = walk.rank();
                idle = 0;
            } else if (walk.rank() == before && walk.rank() <= lowest + MARGIN) {
                boolean isDeadEnd = made < plusAfter;
                for (int i = 0; i < (isDeadEnd ? MARGIN : 1); i++) {
                    walk.plus();
                }
            }
        }
    }

    private synchronized boolean isOver() {
        return best.get(0).rank() <= plan.target()
                || Duration.between(started, clock.instant()).compareTo(plan.limit()) >= 0
                || Thread.currentThread().isInterrupted();
    }

    /** Keeps a scheme as low as the best; where there are many, in the place of any of them. */
    private synchronized void offer(Walk walk, Draw draw) {
        int known = best.get(0).rank();
        if (walk.rank() > known) {
            return;
        }
        Scheme found = walk.scheme();
        if (!found.isExact(plan.ring())) {
            throw new IllegalStateException(
                    "a walk left the schemes of " + plan.start().format() + " at rank " + found.rank());
        }
        if (walk.rank() < known) {
            best.clear();
            foundAt = clock.instant();
            improved.accept(found);
        }
        if (best.size() < KEPT) {
            best.add(found);
        } else {
            best.set(draw.below(KEPT), found);
        }
    }

    private synchronized Scheme oneOfTheBest(Draw draw) {
        return best.get(draw.below(best.size()));
    }

    private synchronized SearchResult result() {
        return new SearchResult(
                best.get(0),
                flips.get(),
                Duration.between(started, clock.instant()),
                Duration.between(started, foundAt));
    }
}
