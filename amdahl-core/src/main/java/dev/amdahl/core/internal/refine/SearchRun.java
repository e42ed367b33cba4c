package dev.amdahl.core.internal.refine;

import dev.amdahl.core.internal.refine.RefinementResult.End;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.refine.Attempt;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Proposer;
import dev.amdahl.spi.refine.Recorder;
import dev.amdahl.spi.refine.Verifier;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** One run of a search, round by round. Not thread-safe. */
final class SearchRun {
    private static final int MAX_IDLE_ROUNDS = 3;

    private final RefineLimits limits;
    private final Proposer proposer;
    private final Verifier verifier;
    private final Recorder recorder;
    private final Clock clock;
    private final Instant start;
    private final List<Attempt> attempts;
    private final Set<String> seen = new HashSet<>();
    private Duration verifying = Duration.ZERO;
    private int repeated;
    private String note = "";

    SearchRun(RefineLimits limits, Proposer proposer, Verifier verifier, Recorder recorder, Clock clock) {
        this.limits = limits;
        this.proposer = proposer;
        this.verifier = verifier;
        this.recorder = recorder;
        this.clock = clock;
        start = clock.instant();
        attempts = new ArrayList<>(recorder.attempts());
        attempts.forEach(attempt -> seen.add(normalised(attempt.candidate())));
    }

    End run() {
        int idle = 0;
        int failures = 0;
        Optional<End> end = limit();
        while (end.isEmpty()) {
            List<Candidate> proposals;
            try {
                proposals = proposer.propose(List.copyOf(attempts));
                failures = 0;
            } catch (AmdahlException failed) {
                note = String.valueOf(failed.getMessage());
                if (isOverBudget(failed)) {
                    return End.BUDGET;
                }
                failures++;
                end = failures < MAX_IDLE_ROUNDS ? limit() : Optional.of(End.PROPOSER_FAILED);
                continue;
            }
            int before = attempts.size();
            end = judge(proposals);
            idle = attempts.size() > before ? 0 : idle + 1;
            if (end.isEmpty() && (proposals.isEmpty() || idle == MAX_IDLE_ROUNDS)) {
                end = Optional.of(End.EXHAUSTED);
            }
        }
        return end.get();
    }

    private Optional<End> judge(List<Candidate> proposals) {
        for (Candidate candidate : proposals) {
            Optional<End> end = limit();
            if (end.isPresent()) {
                return end;
            }
            if (!seen.add(normalised(candidate))) {
                repeated++;
                continue;
            }
            Instant from = clock.instant();
            Finding finding = verifier.verify(candidate);
            verifying = verifying.plus(Duration.between(from, clock.instant()));
            recorder.record(candidate, finding);
            attempts.add(new Attempt(candidate, finding));
        }
        return limit();
    }

    private Optional<End> limit() {
        if (attempts.stream().anyMatch(this::isEnough)) {
            return Optional.of(End.TARGET);
        }
        if (attempts.size() >= limits.attempts()) {
            return Optional.of(End.ATTEMPTS);
        }
        if (elapsed().compareTo(limits.time()) >= 0) {
            return Optional.of(End.TIME);
        }
        return verifying.compareTo(limits.verification()) >= 0 ? Optional.of(End.BUDGET) : Optional.empty();
    }

    private boolean isEnough(Attempt attempt) {
        return limits.target().isPresent()
                && attempt.finding()
                        .speedup()
                        .filter(speedup -> speedup.lower() >= limits.target().getAsDouble())
                        .isPresent();
    }

    private static boolean isOverBudget(AmdahlException failed) {
        return failed instanceof LlmException answer && answer.reason() == LlmException.Reason.NOT_ALLOWED;
    }

    /** Indentation and empty lines alone do not make a new candidate. */
    private static String normalised(Candidate candidate) {
        return candidate
                .source()
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    List<Attempt> attempts() {
        return List.copyOf(attempts);
    }

    int repeated() {
        return repeated;
    }

    String note() {
        return note;
    }

    Duration elapsed() {
        return Duration.between(start, clock.instant());
    }
}
