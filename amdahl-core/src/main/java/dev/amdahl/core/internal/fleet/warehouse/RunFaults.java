package dev.amdahl.core.internal.fleet.warehouse;

import dev.amdahl.core.internal.fleet.Micros;
import dev.amdahl.core.internal.fleet.RunField;
import dev.amdahl.core.internal.fleet.TimeFormat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes what makes a row one that cannot be used, over the fields and figures that {@link RunSql} names. Immutable. */
final class RunFaults {
    private final Relation relation;
    private final boolean isSplit;
    private final boolean hasStart;
    private final boolean hasEnd;
    private final boolean hasUnknown;

    RunFaults(Relation relation, boolean isSplit) {
        this.relation = relation;
        this.isSplit = isSplit;
        hasStart = relation.micros(RunField.STARTED).isPresent();
        hasEnd = relation.micros(RunField.ENDED).isPresent();
        hasUnknown = relation.has(RunField.UNKNOWN);
    }

    /** Returns why a row cannot be used, as conditions with their words. */
    private List<String[]> faults() {
        List<String[]> faults = new ArrayList<>();
        faults.add(new String[] {"family IS NULL OR family = ''", "'family' is missing"});
        faults.add(new String[] {"s IS NULL", "'submitted' is missing"});
        if (hasStart) {
            faults.add(new String[] {"b < s", "'started' is before 'submitted'"});
        }
        if (hasEnd) {
            faults.add(new String[] {hasStart ? "e < b OR e < s" : "e < s", "'ended' is before 'started'"});
        }
        if (isPlausibleAsked()) {
            faults.add(new String[] {
                notDated("s") + (hasStart ? " OR " + notDated("b") : "") + (hasEnd ? " OR " + notDated("e") : ""),
                "an instant is before 1990 or after 2200"
            });
        }
        if (relation.has(RunField.ACCELERATORS)) {
            faults.add(new String[] {
                "NOT (n >= 0 AND n <= 1000000 AND n = FLOOR(n))",
                "'accelerators' is not a whole number from 0 to 1000000"
            });
        }
        if (relation.has(RunField.SHARE)) {
            faults.add(new String[] {"NOT (part > 0 AND part <= 1)", "'share' is not above 0 and at most all"});
        }
        String wrong = "a share of the utilisation is not from 0 to 1, or they do not add up to 1";
        if (relation.has(RunField.UTILISATION)) {
            faults.add(new String[] {within("u"), wrong});
        }
        if (hasUnknown) {
            faults.add(new String[] {within("unseen"), wrong});
        }
        if (isSplit) {
            faults.add(new String[] {split(), wrong});
        }
        return faults;
    }

    /** Not from 0 to 1, or NaN, of which all that is asked is false in some warehouses; not so where nothing was measured. */
    private static String within(String share) {
        return "NOT (" + share + " >= 0 AND " + share + " <= 1)";
    }

    static String notDated(String instant) {
        return "NOT (" + instant + " >= " + TimeFormat.EARLIEST + " AND " + instant + " <= " + TimeFormat.LATEST + ")";
    }

    private String split() {
        String sum = "ABS(idle_share + low_share + high_share + " + (hasUnknown ? "unseen" : "0") + " - 1)";
        return Stream.of("idle_share", "low_share", "high_share", "useful_share")
                        .map(RunFaults::within)
                        .collect(Collectors.joining(" OR "))
                + " OR NOT (" + sum + " <= 0.000001)";
    }

    /** Returns whether instants are dates, and not seconds since the start of a trace. */
    boolean isPlausibleAsked() {
        return relation.columns().time().map(time -> time != TimeFormat.SECONDS).orElse(true);
    }

    /** That one of them holds. */
    String isBad() {
        return faults().stream()
                .map(fault -> "(" + fault[0] + ")")
                .reduce((a, b) -> a + " OR " + b)
                .orElse("1 = 0");
    }

    /**
     * Returns what is odd about a row, in the fewest comparisons; unknown, and so not counted, where a field is empty. The order of instants shows as
     * negative hours, and their range in the first and last of all.
     */
    String isOdd() {
        List<String> any = new ArrayList<>(List.of("NOT (q >= 0) OR NOT (h >= 0) OR s IS NULL"));
        if (relation.number(RunField.ACCELERATORS).isPresent()) {
            any.add("NOT (n >= 0 AND n <= 1000000)");
            if (!relation.isWhole(RunField.ACCELERATORS)) {
                any.add("n <> FLOOR(n)");
            }
        }
        if (relation.has(RunField.SHARE)) {
            any.add("NOT (part > 0 AND part <= 1)");
        }
        if (relation.has(RunField.UTILISATION)) {
            any.add(within("u"));
        }
        if (hasUnknown) {
            any.add(within("unseen"));
        }
        if (isSplit) {
            any.add(split());
        }
        return String.join(" OR ", any);
    }

    boolean isPlausible(Optional<Instant> first, Optional<Instant> last) {
        return !isPlausibleAsked()
                || (first.map(at -> Micros.of(at) >= TimeFormat.EARLIEST).orElse(true)
                        && last.map(at -> Micros.of(at) <= TimeFormat.LATEST).orElse(true));
    }

    /** Returns the words of the first that holds. */
    String reason() {
        StringBuilder sql = new StringBuilder("CASE");
        faults().forEach(fault -> sql.append(" WHEN ")
                .append(fault[0])
                .append(" THEN ")
                .append(relation.dialect().literal(fault[1])));
        return sql.append(" END").toString();
    }

    /** Returns the fields that {@link #isOdd} looks at. */
    String checked() {
        return Stream.of(
                        relation.number(RunField.ACCELERATORS).isPresent() ? "n" : "",
                        relation.has(RunField.SHARE) ? "part" : "",
                        relation.has(RunField.UTILISATION) ? "u" : "",
                        hasUnknown ? "unseen" : "",
                        isSplit ? "idle_share, low_share, high_share, useful_share" : "")
                .filter(names -> !names.isEmpty())
                .map(names -> ", " + names)
                .collect(Collectors.joining());
    }
}
