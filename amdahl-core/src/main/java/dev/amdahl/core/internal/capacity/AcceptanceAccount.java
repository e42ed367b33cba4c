package dev.amdahl.core.internal.capacity;

import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Which submissions the cluster took and which it turned away, and why, by day (UTC). A submission whose outcome nobody knows is in
 * neither count.
 *
 * @param days one for each day with submissions, in order
 */
public record AcceptanceAccount(List<Day> days) {
    private static final String REFUSED = "cannot be submitted: ";

    /** A day's submissions. {@code rejected} is by reason, ids and numbers in it left out. */
    public record Day(LocalDate date, int accepted, Map<String, Integer> rejected, int unknown) {
        public Day {
            rejected = Map.copyOf(rejected);
        }

        /** Rejected submissions. */
        public int rejections() {
            return rejected.values().stream().mapToInt(Integer::intValue).sum();
        }

        /** Accepted over accepted and rejected, 0 to 1; empty on a day without either. */
        public OptionalDouble rate() {
            return rateOf(accepted, rejections());
        }

        private Day plus(Day other) {
            Map<String, Integer> both = new TreeMap<>(rejected);
            other.rejected.forEach((reason, times) -> both.merge(reason, times, Integer::sum));
            return new Day(date, accepted + other.accepted, both, unknown + other.unknown);
        }
    }

    public AcceptanceAccount {
        days = List.copyOf(days);
    }

    /** Returns what a ledger tells of its own submissions. */
    public static AcceptanceAccount of(LedgerView view) {
        Map<LocalDate, Day> days = new TreeMap<>();
        for (Run run : view.runs()) {
            LocalDate date = LocalDate.ofInstant(run.intendedAt(), ZoneOffset.UTC);
            days.merge(date, day(date, run), Day::plus);
        }
        return new AcceptanceAccount(List.copyOf(days.values()));
    }

    private static Day day(LocalDate date, Run run) {
        if (run.worker().isPresent()) {
            return new Day(date, 1, Map.of(), 0);
        }
        return run.state() == RunState.CANCELLED && run.note().startsWith(REFUSED)
                ? new Day(date, 0, Map.of(reason(run), 1), 0)
                : new Day(date, 0, Map.of(), 1);
    }

    private static String reason(Run run) {
        return run.note()
                .substring(REFUSED.length())
                .replace(run.plan().key(), "KEY")
                .replaceAll("\\d+", "#");
    }

    /** Submissions that were taken. */
    public int accepted() {
        return days.stream().mapToInt(Day::accepted).sum();
    }

    /** Submissions that were turned away, by reason. */
    public Map<String, Integer> rejected() {
        Map<String, Integer> reasons = new TreeMap<>();
        days.forEach(day -> day.rejected().forEach((reason, times) -> reasons.merge(reason, times, Integer::sum)));
        return reasons;
    }

    /** Submissions of which nobody knows. */
    public int unknown() {
        return days.stream().mapToInt(Day::unknown).sum();
    }

    /** Accepted over accepted and rejected, 0 to 1; empty without either. */
    public OptionalDouble rate() {
        return rateOf(
                accepted(),
                rejected().values().stream().mapToInt(Integer::intValue).sum());
    }

    private static OptionalDouble rateOf(int accepted, int rejected) {
        return accepted + rejected > 0
                ? OptionalDouble.of((double) accepted / (accepted + rejected))
                : OptionalDouble.empty();
    }
}
