package dev.amdahl.core.report;

import dev.amdahl.core.ledger.LedgerView;
import dev.amdahl.core.ledger.RecordedArm;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.job.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The wall time of a run on its timeline's clock and where its phases change: the run's own start and end where the trace lies on
 * the same clock, else what the trace covers; phases by the seconds of the diagnosis. Immutable.
 */
record Span(long from, long warm, long finish, long to) {

    static Span of(LedgerView view, Timeline timeline, Optional<Diagnosis> diagnosis) {
        Span whole = diagnosis
                .flatMap(known -> run(view, known))
                .filter(run -> timeline.isEpochBased()
                        && run.from <= timeline.startNanos()
                        && run.to >= timeline.endNanos()
                        && timeline.endNanos() - timeline.startNanos() > .2 * (run.to - run.from))
                .orElse(new Span(
                        timeline.startNanos(), timeline.startNanos(), timeline.endNanos(), timeline.endNanos()));
        if (diagnosis.isEmpty()) {
            return whole;
        }
        double before = wall(diagnosis.get(), Bottleneck.PROVISIONING) + wall(diagnosis.get(), Bottleneck.WARMUP);
        long warm = Math.min(whole.to, whole.from + Math.round(1e9 * before));
        long finish = whole.to - Math.round(1e9 * wall(diagnosis.get(), Bottleneck.IDLE_AFTER_FINISH));
        return new Span(whole.from, warm, Math.max(warm, finish), whole.to);
    }

    private static Optional<Span> run(LedgerView view, Diagnosis diagnosis) {
        return diagnosis.evidence().stream()
                .findFirst()
                .flatMap(view::run)
                .flatMap(run -> run.result())
                .flatMap(result -> result.arms().stream().findFirst())
                .filter(arm -> arm.started().isPresent() && arm.wallSeconds().isPresent())
                .map(Span::wallClock);
    }

    private static Span wallClock(RecordedArm arm) {
        long from = Duration.between(Instant.EPOCH, arm.started().orElseThrow()).toNanos();
        long to = from + Math.round(1e9 * arm.wallSeconds().orElseThrow());
        return new Span(from, from, to, to);
    }

    private static double wall(Diagnosis diagnosis, Bottleneck bottleneck) {
        return diagnosis.accounts().stream()
                .filter(account -> account.bottleneck() == bottleneck)
                .mapToDouble(Account::wallSeconds)
                .sum();
    }

    double seconds() {
        return (to - from) / 1e9;
    }
}
