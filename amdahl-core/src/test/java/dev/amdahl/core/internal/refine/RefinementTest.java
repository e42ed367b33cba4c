package dev.amdahl.core.internal.refine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.refine.RefinementResult.End;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmUsage;
import dev.amdahl.spi.refine.Attempt;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Proposer;
import dev.amdahl.spi.refine.Recorder;
import dev.amdahl.spi.refine.Speedup;
import dev.amdahl.spi.refine.Stage;
import dev.amdahl.spi.refine.Verifier;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class RefinementTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final Kept kept = new Kept();

    /** Writes a digit more for each "more" it is told: without the feedback it stays where it is. */
    private static final Proposer LEARNS = earlier -> {
        String parent = earlier.isEmpty()
                ? ""
                : earlier.get(earlier.size() - 1).candidate().id();
        long heard = earlier.stream()
                .filter(attempt -> attempt.finding().feedback().equals("more"))
                .count();
        return List.of(new Candidate("c" + earlier.size(), parent, "x".repeat((int) heard + 1), ""));
    };

    private final Verifier growing = candidate -> {
        clock.advance(Duration.ofSeconds(10));
        int length = candidate.source().length();
        if (length < 3) {
            return Finding.stopped(length == 1 ? Stage.FORMED : Stage.BUILT, "more");
        }
        return faster(length - 1.5, "more");
    };

    @Test
    void proposerImprovesByWhatWasFoundUntilTheTarget() {
        RefinementResult refined =
                search(LEARNS, growing).run(RefineLimits.of(50, HOUR).until(4));
        assertThat(refined.end()).isEqualTo(End.TARGET);
        assertThat(refined.attempts()).hasSize(6);
        assertThat(refined.attempts())
                .extracting(attempt -> StagedReward.of(attempt.finding()))
                .isSorted();
        assertThat(refined.winner()).contains(refined.attempts().get(5));
        assertThat(refined.attempts().get(5).candidate().parent()).isEqualTo("c4");
        assertThat(kept.attempts).isEqualTo(refined.attempts());
    }

    @Test
    void searchEndsAtEachOfItsLimits() {
        assertThat(search(LEARNS, growing).run(RefineLimits.of(4, HOUR)).end()).isEqualTo(End.ATTEMPTS);
        assertThat(kept.attempts).hasSize(4);
        kept.attempts.clear();
        RefinementResult late = search(LEARNS, growing).run(RefineLimits.of(50, Duration.ofSeconds(25)));
        assertThat(late.end()).isEqualTo(End.TIME);
        assertThat(late.attempts()).hasSize(3);
        kept.attempts.clear();
        Proposer slow = earlier -> {
            clock.advance(Duration.ofSeconds(100));
            return LEARNS.propose(earlier);
        };
        RefineLimits little = new RefineLimits(50, HOUR, Duration.ofSeconds(20), OptionalDouble.empty());
        RefinementResult spent = search(slow, growing).run(little);
        assertThat(spent.end()).isEqualTo(End.BUDGET);
        assertThat(spent.attempts()).hasSize(2);
        kept.attempts.clear();
        assertThat(search(LEARNS, growing)
                        .run(RefineLimits.of(1, Duration.ZERO))
                        .attempts())
                .isEmpty();
    }

    @Test
    void limitsHoldWithinAGroupOfProposals() {
        Proposer many = earlier -> {
            List<Candidate> group = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                group.add(new Candidate("c" + i, "", "x".repeat(i + 1), ""));
            }
            return group;
        };
        assertThat(search(many, growing).run(RefineLimits.of(7, HOUR)).attempts())
                .hasSize(7);
    }

    @Test
    void sameTextIsJudgedOnce() {
        Proposer stubborn = earlier -> List.of(new Candidate("c" + earlier.size(), "", " x\n\n", ""));
        RefinementResult refined = search(stubborn, growing).run(RefineLimits.of(50, HOUR));
        assertThat(refined.end()).isEqualTo(End.EXHAUSTED);
        assertThat(refined.attempts()).hasSize(1);
        assertThat(refined.repeated()).isEqualTo(3);
    }

    @Test
    void stoppedSearchGoesOnWhereItWas() {
        search(LEARNS, growing).run(RefineLimits.of(3, HOUR));
        RefinementResult resumed = search(LEARNS, growing).run(RefineLimits.of(5, HOUR));
        assertThat(resumed.attempts()).hasSize(5).isEqualTo(kept.attempts);
        assertThat(resumed.attempts())
                .extracting(attempt -> attempt.candidate().source().length())
                .containsExactly(1, 2, 3, 4, 5);
    }

    @Test
    void refusedCallEndsTheSearchAndAFailureIsTriedAgain() {
        Proposer broke = earlier -> {
            throw new LlmException(LlmException.Reason.NOT_ALLOWED, "the budget is spent", LlmUsage.NONE, null);
        };
        RefinementResult refused = search(broke, growing).run(RefineLimits.of(5, HOUR));
        assertThat(refused.end()).isEqualTo(End.BUDGET);
        assertThat(refused.note()).contains("the budget is spent");
        int[] calls = {0};
        Proposer flaky = earlier -> {
            if (calls[0]++ % 2 == 0) {
                throw new LlmException(LlmException.Reason.OVERLOADED, "no capacity", LlmUsage.NONE, null);
            }
            return LEARNS.propose(earlier);
        };
        assertThat(search(flaky, growing).run(RefineLimits.of(4, HOUR)).attempts())
                .hasSize(4);
        Proposer dead = earlier -> {
            throw new LlmException(LlmException.Reason.UNREACHABLE, "nobody there", LlmUsage.NONE, null);
        };
        kept.attempts.clear();
        assertThat(search(dead, growing).run(RefineLimits.of(4, HOUR)).end()).isEqualTo(End.PROPOSER_FAILED);
    }

    @Test
    void verifierThatCannotJudgeLeavesNoFinding() {
        Verifier absent = candidate -> {
            throw new UnavailableException("gcc", "is missing", "install it", null);
        };
        assertThatThrownBy(() -> search(LEARNS, absent).run(RefineLimits.of(4, HOUR)))
                .isInstanceOf(UnavailableException.class);
        assertThat(kept.attempts).isEmpty();
    }

    /** No candidate differs from the baseline: of eight, one often looks faster by luck; on fresh runs it does not. */
    @Test
    void bestOfEightEqualsIsSeldomAccepted() {
        double alpha = .05;
        int searches = 2000;
        SplittableRandom random = new SplittableRandom(20);
        Verifier noise = candidate -> {
            Speedup speedup = PairedTimes.speedup(times(random), times(random));
            Stage stage = speedup.p() <= alpha ? Stage.FASTER : Stage.CORRECT;
            return Finding.measured(stage, speedup, "");
        };
        int picked = 0;
        int accepted = 0;
        for (int i = 0; i < searches; i++) {
            Kept group = new Kept();
            Proposer eight =
                    earlier -> List.of(new Candidate("c" + earlier.size(), "", "x".repeat(earlier.size() + 1), ""));
            RefinementResult refined = new Refinement(eight, noise, group, clock).run(RefineLimits.of(8, HOUR));
            picked += refined.pick().isPresent() ? 1 : 0;
            accepted += refined.winner().isPresent() ? 1 : 0;
        }
        assertThat((double) picked / searches).isGreaterThan(.1);
        assertThat((double) accepted / searches).isLessThan(alpha);
    }

    private static double[] times(SplittableRandom random) {
        return random.doubles(12).map(draw -> 1 + .1 * draw).toArray();
    }

    private Refinement search(Proposer proposer, Verifier verifier) {
        return new Refinement(proposer, verifier, kept, clock);
    }

    private static Finding faster(double ratio, String feedback) {
        return Finding.measured(Stage.FASTER, new Speedup(ratio, 1, ratio, ratio, ratio, .001, 10), feedback);
    }

    private static final class Kept implements Recorder {
        private final List<Attempt> attempts = new ArrayList<>();

        @Override
        public void record(Candidate candidate, Finding finding) {
            attempts.add(new Attempt(candidate, finding));
        }

        @Override
        public List<Attempt> attempts() {
            return List.copyOf(attempts);
        }
    }
}
