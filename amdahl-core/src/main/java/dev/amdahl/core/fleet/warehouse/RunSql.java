package dev.amdahl.core.fleet.warehouse;

import dev.amdahl.core.fleet.Micros;
import dev.amdahl.core.fleet.RunField;
import dev.amdahl.core.fleet.TimeFormat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes the statements over a relation. Inside, instants are microseconds since 1970: {@code a} submitted, {@code b} started, {@code s} the first of them that is known, {@code e} ended;
 * {@code n} accelerators; {@code q} hours queued, {@code h} accelerator-hours held; {@code w} wasted, {@code i} idle and {@code k} unknown
 * shares, null where nothing was measured. Rows that cannot be fall into the group null, those without accelerators into the group ''.
 * Immutable.
 */
final class RunSql {
    private static final String HOUR = "3600000000";
    private static final String DAY = "86400000000";
    private static final Instant NEVER = Instant.parse("9000-01-01T00:00:00Z");

    private final Relation relation;
    private final Instant from;
    private final Instant to;
    private final long asOf;
    private final boolean isSplit;
    private final boolean isMeasured;
    private final boolean hasSubmitted;
    private final boolean hasStart;
    private final boolean hasEnd;
    private final boolean hasUnknown;

    RunSql(Relation relation, Instant from, Instant to, Instant asOf) {
        this.relation = relation;
        this.from = from;
        this.to = to;
        this.asOf = micros(asOf);
        relation.requireSubmitted();
        isSplit = relation.has(RunField.IDLE) && relation.has(RunField.LOW) && relation.has(RunField.HIGH);
        isMeasured = isSplit || relation.number(RunField.UTILISATION).isPresent();
        hasSubmitted = relation.micros(RunField.SUBMITTED).isPresent();
        hasStart = relation.micros(RunField.STARTED).isPresent();
        hasEnd = relation.micros(RunField.ENDED).isPresent();
        hasUnknown = relation.has(RunField.UNKNOWN);
    }

    private static long micros(Instant at) {
        return Micros.of(at);
    }

    boolean isMeasured() {
        return isMeasured;
    }

    /** The fields of a run in common units. */
    private String fields() {
        List<String> list = new ArrayList<>(List.of(relation.family() + " AS family"));
        Optional<String> started = relation.micros(RunField.STARTED);
        Optional<String> submitted = relation.micros(RunField.SUBMITTED);
        list.add(submitted
                        .map(at -> started.map(other -> "COALESCE(" + at + ", " + other + ")")
                                .orElse(at))
                        .or(() -> started)
                        .orElseThrow()
                + " AS s");
        submitted.ifPresent(at -> list.add(at + " AS a"));
        started.ifPresent(at -> list.add(at + " AS b"));
        relation.micros(RunField.ENDED).ifPresent(at -> list.add(at + " AS e"));
        relation.number(RunField.ACCELERATORS).ifPresent(n -> list.add("COALESCE(" + n + ", 1) AS n"));
        relation.number(RunField.SHARE)
                .ifPresent(part ->
                        list.add("COALESCE(" + scaled(part, relation.columns().shareOf()) + ", 1) AS part"));
        if (isSplit) {
            share(list, RunField.IDLE, "idle_share");
            share(list, RunField.LOW, "low_share");
            share(list, RunField.HIGH, "high_share");
            list.add(relation.number(RunField.USEFUL_IN_LOW)
                            .map(useful -> "COALESCE("
                                    + scaled(useful, relation.columns().whole()) + ", .5)")
                            .orElse(".5")
                    + " AS useful_share");
        }
        if (relation.has(RunField.UTILISATION)) {
            share(list, RunField.UTILISATION, "u");
        }
        if (hasUnknown) {
            relation.number(RunField.UNKNOWN)
                    .ifPresent(number -> list.add(
                            "COALESCE(" + scaled(number, relation.columns().whole()) + ", 0) AS unseen"));
        }
        relation.text(RunField.ID).ifPresent(id -> list.add(id + " AS id"));
        relation.text(RunField.OWNER).ifPresent(owner -> list.add(owner + " AS owner_name"));
        relation.text(RunField.ACCELERATOR_TYPE).ifPresent(type -> list.add(type + " AS kind"));
        return "SELECT " + String.join(", ", list) + " FROM " + relation.sql() + " t";
    }

    private void share(List<String> list, RunField field, String name) {
        relation.number(field)
                .ifPresent(number -> list.add(scaled(number, relation.columns().whole()) + " AS " + name));
    }

    private static String scaled(String number, double whole) {
        return whole == 1 ? number : number + " / " + whole;
    }

    /** Why a row cannot be used, as conditions with their words. */
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
            String late = " > " + TimeFormat.LATEST;
            faults.add(new String[] {
                "s < " + TimeFormat.EARLIEST + " OR s" + late + (hasStart ? " OR b" + late : "")
                        + (hasEnd ? " OR e" + late : ""),
                "an instant is before 1990 or after 2200"
            });
        }
        if (relation.has(RunField.ACCELERATORS)) {
            faults.add(new String[] {
                "n < 0 OR n > 1000000 OR n <> FLOOR(n)", "'accelerators' is no whole number from 0 to 1000000"
            });
        }
        if (relation.has(RunField.SHARE)) {
            faults.add(new String[] {"part <= 0 OR part > 1", "'share' is not above 0 and at most all"});
        }
        String wrong = "a share of the utilisation is not from 0 to 1, or they do not add up to 1";
        if (relation.has(RunField.UTILISATION)) {
            faults.add(new String[] {"u < 0 OR u > 1", wrong});
        }
        if (hasUnknown) {
            faults.add(new String[] {"unseen < 0 OR unseen > 1", wrong});
        }
        if (isSplit) {
            faults.add(new String[] {
                "idle_share < 0 OR low_share < 0 OR high_share < 0 OR useful_share < 0 OR useful_share > 1 OR ABS(idle_share"
                        + " + low_share + high_share + " + unseen() + " - 1) > 0.000001 OR idle_share > 2",
                wrong
            });
        }
        return faults;
    }

    private boolean isPlausibleAsked() {
        return relation.columns().time().map(time -> time != TimeFormat.SECONDS).orElse(true);
    }

    private String unseen() {
        return hasUnknown ? "unseen" : "0";
    }

    private String isBad() {
        return faults().stream()
                .map(fault -> "(" + fault[0] + ")")
                .reduce((a, b) -> a + " OR " + b)
                .orElse("1 = 0");
    }

    /**
     * What is odd about a row, in the fewest comparisons; unknown, and so not counted, where a field is empty. The order of instants shows as
     * negative hours, and their range in the first and last of all.
     */
    private String isOdd() {
        List<String> any = new ArrayList<>(List.of("s IS NULL"));
        if (relation.number(RunField.ACCELERATORS).isPresent()) {
            any.add("n < 1 OR n > 1000000");
            if (!relation.isWhole(RunField.ACCELERATORS)) {
                any.add("n <> FLOOR(n)");
            }
        }
        if (relation.has(RunField.SHARE)) {
            any.add("part <= 0 OR part > 1");
        }
        if (relation.has(RunField.UTILISATION)) {
            any.add("u < 0 OR u > 1");
        }
        if (hasUnknown) {
            any.add("unseen < 0 OR unseen > 1");
        }
        if (isSplit) {
            any.add(
                    "idle_share < 0 OR low_share < 0 OR high_share < 0 OR useful_share < 0 OR useful_share > 1 OR ABS(idle_share"
                            + " + low_share + high_share + " + unseen() + " - 1) > 0.000001");
        }
        return String.join(" OR ", any);
    }

    /** Whether instants between these two are between 1990 and 2200, or need not be. */
    boolean isPlausible(Optional<Instant> first, Optional<Instant> last) {
        return !isPlausibleAsked()
                || (first.map(at -> micros(at) >= TimeFormat.EARLIEST).orElse(true)
                        && last.map(at -> micros(at) <= TimeFormat.LATEST).orElse(true));
    }

    private String reason() {
        StringBuilder sql = new StringBuilder("CASE");
        faults().forEach(fault -> sql.append(" WHEN ")
                .append(fault[0])
                .append(" THEN '")
                .append(fault[1].replace("'", "''"))
                .append('\''));
        return sql.append(" END").toString();
    }

    /** Runs that overlap the period; what cannot be stays in, to be counted. */
    private String where() {
        if (!from.isAfter(Instant.EPOCH) && to.isAfter(NEVER)) {
            return "";
        }
        String overlap = "s < " + micros(to) + (hasEnd ? " AND (e IS NULL OR e >= " + micros(from) + ")" : "");
        return " WHERE (s IS NULL OR "
                + (isPlausibleAsked() ? "s < " + TimeFormat.EARLIEST + " OR s > " + TimeFormat.LATEST + " OR " : "")
                + "(" + overlap + "))";
    }

    /** One row for each run: its group, and its figures. */
    private String figures(boolean isCareful, String more) {
        String end = hasEnd ? "COALESCE(e, " + asOf + ")" : Long.toString(asOf);
        String queueEnd = "COALESCE(" + (hasStart ? "b, " : "") + (hasEnd ? "e, " : "") + asOf + ")";
        String count = relation.number(RunField.ACCELERATORS).isPresent() ? "n * " : "";
        String part = relation.number(RunField.SHARE).isPresent() ? "part * " : "";
        String isOut = count.isEmpty() ? "" : " WHEN n = 0 THEN ''";
        String group = isCareful
                ? "CASE WHEN " + isBad() + " THEN NULL" + isOut + " ELSE family END AS family, NULL AS odd"
                : "family, CASE WHEN " + isOdd() + " THEN 1 END AS odd";
        return "SELECT " + group + ", s, "
                + (hasEnd ? "e" : "NULL") + " AS e, " + last() + " AS z, "
                + (hasSubmitted
                        ? "CASE WHEN a IS NOT NULL THEN " + difference(queueEnd, "a", isCareful) + " / " + real(HOUR)
                                + " END"
                        : real("NULL"))
                + " AS q, "
                + (hasStart ? count + part + difference(end, "b", isCareful) + " / " + real(HOUR) : "0.0") + " AS h"
                + shares() + more + " FROM (" + fields() + ") r" + where();
    }

    private String last() {
        String end = (hasEnd ? "e, " : "") + (hasStart ? "b, " : "");
        return end.isEmpty() ? "s" : "COALESCE(" + end + "s)";
    }

    private String real(String number) {
        return relation.dialect().real(number);
    }

    private static String difference(String end, String start, boolean isCareful) {
        return isCareful ? "GREATEST(" + end + " - " + start + ", 0)" : "(" + end + " - " + start + ")";
    }

    private String shares() {
        if (!isMeasured) {
            return "";
        }
        String seen = "(1 - " + unseen() + ")";
        String wasted = hasUnknown ? "(1 - u) * " + seen : "1 - u";
        String idle = wasted;
        if (isSplit) {
            String split =
                    "CASE WHEN idle_share IS NOT NULL AND low_share IS NOT NULL AND high_share IS NOT NULL THEN GREATEST(1 - "
                            + unseen() + " - high_share - useful_share * low_share, 0) END";
            boolean isBoth = relation.has(RunField.UTILISATION);
            wasted = isBoth ? "COALESCE(" + split + ", " + wasted + ")" : split;
            idle = isBoth
                    ? "CASE WHEN low_share IS NULL OR high_share IS NULL OR idle_share IS NULL THEN " + idle
                            + " ELSE idle_share END"
                    : "idle_share";
        }
        String started = hasStart
                ? (hasUnknown ? "b IS NOT NULL AND unseen < 1" : "b IS NOT NULL")
                : hasUnknown ? "unseen < 1" : "1 = 1";
        return ", CASE WHEN " + started + " THEN " + wasted + " END AS w, " + idle + " AS i"
                + (hasUnknown ? ", unseen AS k" : "");
    }

    private String aggregates() {
        String start =
                "COUNT(*) AS runs, COUNT(CASE WHEN odd IS NOT NULL OR q < 0 OR h < 0 THEN 1 END) AS odd, SUM(h) AS held, SUM(q) AS queued, COUNT(q) AS queued_runs, MIN(s) AS first_at, MAX(z) AS last_at, ";
        if (!isMeasured) {
            return start + "0 AS measured, 0 AS wasted, 0 AS untouched_runs, 0 AS untouched, 0 AS measured_runs, 0 AS"
                    + " shares, 0 AS squares";
        }
        String seen = hasUnknown ? "(1 - k)" : "1";
        String share = hasUnknown ? "w / NULLIF(1 - k, 0)" : "w";
        boolean isPlain = !isSplit && !hasUnknown;
        String untouched = isPlain ? "w >= 0.999999999" : "w IS NOT NULL AND i >= " + seen + " * 0.999999999";
        return start + "SUM(CASE WHEN w IS NOT NULL THEN h" + (hasUnknown ? " * (1 - k)" : "") + " END) AS measured, "
                + "SUM(h * w) AS wasted, COUNT(CASE WHEN " + untouched
                + " THEN 1 END) AS untouched_runs, SUM(CASE WHEN "
                + untouched + " THEN h * i END) AS untouched, COUNT(w) AS measured_runs, SUM(" + share
                + ") AS shares, SUM(" + share + " * " + share + ") AS squares";
    }

    /**
     * The groups with the most waste, with the totals over all groups in each row.
     *
     * @param isCareful whether odd rows, that cannot be or hold no accelerators, stand in groups of their own; else they are only counted,
     *     which is faster
     */
    String sums(int top, boolean isCareful) {
        String own = "(family IS NOT NULL AND family <> '')";
        StringBuilder sql = new StringBuilder("SELECT family, runs, held, measured, wasted, untouched_runs, untouched,"
                + " queued, queued_runs, measured_runs, shares, squares, ");
        total(sql, "CASE WHEN " + own + " THEN odd ELSE runs END", "all_odd");
        total(sql, "CASE WHEN " + own + " THEN 1 END", "families");
        for (String name : List.of(
                "runs",
                "held",
                "measured",
                "wasted",
                "untouched",
                "queued",
                "queued_runs",
                "measured_runs",
                "shares")) {
            total(sql, "CASE WHEN " + own + " THEN " + name + " END", "all_" + name);
        }
        String measured = own + " AND measured_runs > 0";
        total(sql, "CASE WHEN " + measured + " THEN 1 END", "measured_families");
        total(
                sql,
                "CASE WHEN " + measured
                        + " AND squares > shares * shares / measured_runs THEN squares - shares * shares / measured_runs END",
                "deviations");
        total(sql, "CASE WHEN " + measured + " THEN shares / measured_runs END", "means");
        total(
                sql,
                "CASE WHEN " + measured + " THEN shares / measured_runs * (shares / measured_runs) END",
                "mean_squares");
        total(sql, "CASE WHEN " + measured + " THEN " + real("1") + " / measured_runs END", "inverse_runs");
        sql.append("MIN(CASE WHEN ")
                .append(own)
                .append(" THEN first_at END) OVER () AS first_of_all, MAX(CASE WHEN ")
                .append(own)
                .append(" THEN last_at END) OVER () AS last_of_all FROM (SELECT family, ")
                .append(aggregates())
                .append(" FROM (")
                .append(figures(isCareful, ""))
                .append(") x GROUP BY family) g ORDER BY CASE WHEN ")
                .append(own)
                .append(
                        " THEN 1 ELSE 0 END, FLOOR(COALESCE(wasted, 0) * 1000000 + 0.5) DESC, FLOOR(COALESCE(held, 0) * 1000000 + 0.5) DESC, family");
        if (top < Integer.MAX_VALUE - 2) {
            sql.append(" LIMIT ").append(top + 2);
        }
        return sql.toString();
    }

    private static void total(StringBuilder sql, String expression, String name) {
        sql.append("SUM(")
                .append(expression)
                .append(") OVER () AS ")
                .append(name)
                .append(", ");
    }

    /** The groups by the day on which runs ended, counted from 1970; null for those that have not. */
    String days() {
        return "SELECT family, end_day, " + aggregates() + " FROM ("
                + figures(true, ", " + (hasEnd ? "FLOOR(e / " + real(DAY) + ")" : "NULL") + " AS end_day")
                + ") x GROUP BY family, end_day";
    }

    /** Some rows that cannot be used, with the reason. */
    String bad(int most) {
        return "SELECT family, s, " + reason() + " AS reason FROM (" + fields() + ") r" + where()
                + (where().isEmpty() ? " WHERE " : " AND ") + "(" + isBad() + ") ORDER BY s LIMIT " + most;
    }

    /** The runs themselves, in order of submission. */
    String runs() {
        return "SELECT r.*, " + reason() + " AS reason FROM (" + fields() + ") r" + where() + " ORDER BY s, family";
    }

    boolean hasCount() {
        return relation.number(RunField.ACCELERATORS).isPresent();
    }

    boolean isSplit() {
        return isSplit;
    }
}
