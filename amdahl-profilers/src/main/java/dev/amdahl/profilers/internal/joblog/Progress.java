package dev.amdahl.profilers.internal.joblog;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The longest progress bar of tqdm in a log: how many in how long, by the clock of the bar. Not thread-safe. */
final class Progress {
    private static final Pattern BAR = Pattern.compile(
            "(\\d{1,12})/(\\d{1,12}) \\[(?:(\\d{1,4}):)?(\\d{1,2}):(\\d{2})<[^,\\]]{0,20}, {1,8}[^\\]]{0,30}\\]?");

    private long total = -1;
    private long done;
    private long seconds;

    void add(String text) {
        Matcher bar = BAR.matcher(text);
        if (text.indexOf('[') < 0 || !bar.find()) {
            return;
        }
        long all = Long.parseLong(bar.group(2));
        long now = Long.parseLong(bar.group(1));
        if (all < total || (all == total && now < done)) {
            return;
        }
        total = all;
        done = now;
        long hours = bar.group(3) == null ? 0 : Long.parseLong(bar.group(3));
        seconds = 3600 * hours + 60 * Long.parseLong(bar.group(4)) + Long.parseLong(bar.group(5));
    }

    boolean isSeen() {
        return total >= 0;
    }

    /** Seconds per entry, once the bar ran for ten seconds, since its clock counts whole ones. */
    Optional<Double> secondsPerEntry() {
        return done > 0 && seconds >= 10 ? Optional.of((double) seconds / done) : Optional.empty();
    }
}
