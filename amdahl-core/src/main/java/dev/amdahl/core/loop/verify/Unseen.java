package dev.amdahl.core.loop.verify;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Since when a scheduler has not known runs that it had taken, neither by their state nor by their key. Once that has lasted for longer than
 * a look-up may miss a run, it has forgotten it. Kept by a process: another one counts from the beginning. Not thread-safe.
 */
public final class Unseen {
    private static final Duration SHORTEST = Duration.ofMinutes(1);

    private final Map<String, Instant> since = new HashMap<>();

    /** It knows the run, or may. */
    void seen(String key) {
        since.remove(key);
    }

    /** It did not know the run just now; whether it has forgotten it, given how long a look-up may miss one. */
    boolean isForgotten(String key, Instant now, Optional<Duration> window) {
        Instant first = since.computeIfAbsent(key, added -> now);
        if (window.isEmpty() || first.isAfter(now)) {
            return false;
        }
        Duration least = window.get().compareTo(SHORTEST) > 0 ? window.get() : SHORTEST;
        return Duration.between(first, now).compareTo(least) >= 0;
    }
}
