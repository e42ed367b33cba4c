package dev.amdahl.llm.route;

import com.google.common.base.Ticker;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.amdahl.spi.llm.LlmUsage;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Models that were not there when they were last asked, so that not every question waits for them and books another failure: a key that is
 * refused and a program that is missing count for as long as the process lives; a service that is full or away counts for half a minute,
 * twice as long after each failure that follows, half an hour at most; one that does not answer in time counts so from the second time in a
 * row on, as a single question may be a long one. Thread-safe.
 */
final class Outages {
    private static final Set<Reason> FOR_GOOD = EnumSet.of(Reason.UNAUTHORIZED, Reason.NOT_INSTALLED);
    private static final Set<Reason> FOR_A_WHILE =
            EnumSet.of(Reason.UNREACHABLE, Reason.OVERLOADED, Reason.RATE_LIMITED, Reason.TIME_LIMIT);
    private static final Duration FIRST = Duration.ofSeconds(30);
    private static final int MAX_DOUBLINGS = 6;

    private final Ticker ticker;
    private final Map<String, Outage> outages = new HashMap<>();

    Outages(Ticker ticker) {
        this.ticker = ticker;
    }

    private record Outage(Reason reason, String message, int failures, long since) {}

    /** Returns why a model is not asked now, in the same words as when it failed. */
    synchronized Optional<LlmException> of(RoutedModel model) {
        return Optional.ofNullable(outages.get(model.name()))
                .filter(this::isStanding)
                .map(outage -> new LlmException(outage.reason(), outage.message(), LlmUsage.NONE, null));
    }

    private boolean isStanding(Outage outage) {
        if (FOR_GOOD.contains(outage.reason())) {
            return true;
        }
        if (outage.reason() == Reason.TIME_LIMIT && outage.failures() == 1) {
            return false;
        }
        Duration pause = FIRST.multipliedBy(1L << Math.min(MAX_DOUBLINGS, outage.failures() - 1));
        return ticker.read() - outage.since() < pause.toNanos();
    }

    synchronized void failed(RoutedModel model, LlmException failure) {
        if (FOR_GOOD.contains(failure.reason()) || FOR_A_WHILE.contains(failure.reason())) {
            int before = Optional.ofNullable(outages.get(model.name()))
                    .map(Outage::failures)
                    .orElse(0);
            String message = String.valueOf(failure.getMessage());
            outages.put(model.name(), new Outage(failure.reason(), message, before + 1, ticker.read()));
        } else {
            outages.remove(model.name());
        }
    }

    synchronized void answered(RoutedModel model) {
        outages.remove(model.name());
    }
}
