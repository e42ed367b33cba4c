package dev.amdahl.core.internal.fleet.warehouse;

import dev.amdahl.core.internal.fleet.Micros;
import dev.amdahl.core.internal.fleet.RunField;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Writes the statements over a relation. Inside, instants are microseconds since 1970: {@code a} submitted, {@code b} started, {@code s} the first of them that is known, {@code e} ended;
 * {@code n} accelerators; {@code q} hours queued, {@code h} accelerator-hours held; {@code w} wasted, {@code i} idle and {@code k} unknown
 * shares, null where nothing was measured. Rows that cannot be fall into the group null, those without accelerators into the group ''.
 * Immutable.
 */
final class RunSql {
    private static final String HOUR = "3600000000";
    private static final String DAY = "86400000000";
    /** The weight of an odd row in a sum of hours, which no sum of others makes good: one more sum would be dearer. */
    private static final String ODD = "-1E100";

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
    private final RunFaults faults;

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
        faults = new RunFaults(relation, isSplit);
    }

    private static long micros(Instant at) {
        return Micros.of(at);
    }

    /** Returns the fields of a run in common units. */
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
        return relation.dialect().select(String.join(", ", list), relation.sql());
    }

    private void share(List<String> list, RunField field, String name) {
        relation.number(field)
                .ifPresent(number -> list.add(scaled(number, relation.columns().whole()) + " AS " + name));
    }

    private static String scaled(String number, double whole) {
        return whole == 1 ? number : number + " / " + whole;
    }

    private String unseen() {
        return hasUnknown ? "unseen" : "0";
    }

    /** Runs that overlap the period; what cannot be stays in, to be counted. */
    private String where() {
        if (!from.isAfter(Instant.EPOCH) && to.isAfter(NEVER)) {
            return "";
        }
        String overlap = "s < " + micros(to) + (hasEnd ? " AND (e IS NULL OR e >= " + micros(from) + ")" : "");
        return " WHERE (s IS NULL OR "
                + (faults.isPlausibleAsked() ? RunFaults.notDated("s") + " OR " : "")
                + "(" + overlap + "))";
    }

    /** Returns one row for each run: its group, and its figures. */
    private String figures(boolean isCareful, String more) {
        String end = hasEnd ? "COALESCE(e, " + asOf + ")" : Long.toString(asOf);
        String known = (hasStart ? "b, " : "") + (hasEnd ? "e, " : "");
        // Some warehouses refuse a COALESCE of one.
        String queueEnd = known.isEmpty() ? Long.toString(asOf) : "COALESCE(" + known + asOf + ")";
        boolean isCounted = relation.number(RunField.ACCELERATORS).isPresent();
        String count = !isCounted ? "" : isCareful ? "n * " : "CASE WHEN n = 0 THEN 1 ELSE n END * ";
        String part = relation.number(RunField.SHARE).isPresent() ? "part * " : "";
        String isOut = isCounted ? " WHEN n = 0 THEN ''" : "";
        String group = isCareful
                ? "CASE WHEN " + faults.isBad() + " THEN NULL" + isOut + " ELSE family END AS family"
                : "CASE WHEN family = '' THEN NULL" + isOut + " ELSE family END AS family" + faults.checked();
        return "SELECT " + group + ", s, " + (hasSubmitted ? "a" : "NULL AS a") + ", "
                + (hasEnd ? "e" : "NULL") + " AS e, " + last() + " AS z, "
                + (hasSubmitted
                        ? (isCareful ? "CASE WHEN a IS NOT NULL THEN " : "") + difference(queueEnd, "a", isCareful)
                                + " / " + real(HOUR) + (isCareful ? " END" : "")
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
        return ", CASE WHEN " + started + " THEN " + wasted + " END AS w"
                + (isPlain() ? "" : ", " + idle + " AS i")
                + (hasUnknown ? ", unseen AS k" : "");
    }

    /** Returns whether what is wasted is what is idle. */
    private boolean isPlain() {
        return !isSplit && !hasUnknown;
    }

    /** Returns the sums of a group; {@code measured}, or else {@code held}, below zero if a row is odd, unless that was seen to before. */
    private String aggregates(boolean isCareful) {
        String odd = isCareful ? "" : " WHEN " + faults.isOdd() + " THEN " + real(ODD);
        String start = "COUNT(*) AS runs, SUM("
                + (isMeasured || isCareful ? "h" : "CASE" + odd + " ELSE h END")
                + ") AS held, SUM(q) AS queued, COUNT(a) AS queued_runs, MIN(s) AS first_at, MAX(z) AS last_at, ";
        if (!isMeasured) {
            return start + "0 AS measured, 0 AS wasted, 0 AS untouched_runs, 0 AS untouched, 0 AS measured_runs, 0 AS"
                    + " shares, 0 AS squares";
        }
        String seen = hasUnknown ? "(1 - k)" : "1";
        String share = hasUnknown ? "w / NULLIF(1 - k, 0)" : "w";
        String idle = isPlain() ? "w" : "i";
        String untouched = isPlain() ? "w >= 0.999999999" : "w IS NOT NULL AND i >= " + seen + " * 0.999999999";
        return start + "SUM(CASE" + odd + " WHEN w IS NOT NULL THEN h" + (hasUnknown ? " * (1 - k)" : "")
                + " END) AS measured, SUM(h * w) AS wasted, COUNT(CASE WHEN " + untouched
                + " THEN 1 END) AS untouched_runs, SUM(CASE WHEN " + untouched + " THEN h * " + idle
                + " END) AS untouched, COUNT(w) AS measured_runs, SUM(" + share + ") AS shares, SUM(" + share + " * "
                + share + ") AS squares";
    }

    /**
     * Returns the groups with the most waste, with the totals over all groups in each row.
     *
     * @param isCareful whether odd rows, that cannot be, stand in a group of their own and in no total; else their groups are only
     *     counted, which is faster. Rows without accelerators always stand in a group of their own
     */
    String sums(int top, boolean isCareful) {
        String own = "(family IS NOT NULL AND family <> '')";
        StringBuilder sql = new StringBuilder("SELECT family, runs, held, measured, wasted, untouched_runs, untouched,"
                + " queued, queued_runs, measured_runs, shares, squares, ");
        String isSound =
                isCareful ? own : "family IS NOT NULL AND COALESCE(" + (isMeasured ? "measured" : "held") + ", 0) >= 0";
        total(sql, "CASE WHEN " + isSound + " THEN 0 ELSE runs END", "all_odd");
        Function<String, String> counted = value -> "CASE WHEN " + own + " THEN " + value + " END";
        total(sql, counted.apply("1"), "families");
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
            total(sql, counted.apply(name), "all_" + name);
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
        sql.append("MIN(")
                .append(counted.apply("first_at"))
                .append(") OVER () AS first_of_all, MAX(")
                .append(counted.apply("last_at"))
                .append(
                        ") OVER () AS last_of_all, MIN(first_at) OVER () AS first_of_any, MAX(last_at) OVER () AS last_of_any"
                                + " FROM (SELECT family, ")
                .append(aggregates(isCareful))
                .append(" FROM (")
                .append(figures(isCareful, ""))
                .append(") x GROUP BY family) g ORDER BY CASE WHEN ")
                .append(own)
                .append(" THEN 1 ELSE 0 END, " + rounded("wasted") + " DESC, " + rounded("held") + " DESC, family");
        if (top < Integer.MAX_VALUE - 2) {
            sql.append(" LIMIT ").append(top + 2);
        }
        return sql.toString();
    }

    /** To a millionth; what is not a number has no whole part in some warehouses. */
    private String rounded(String hours) {
        return "FLOOR(COALESCE(CASE WHEN " + hours + " <= " + real("1E100") + " THEN " + hours
                + " END, 0) * 1000000 + 0.5)";
    }

    private static void total(StringBuilder sql, String expression, String name) {
        sql.append("SUM(")
                .append(expression)
                .append(") OVER () AS ")
                .append(name)
                .append(", ");
    }

    /** Returns the groups by the day on which runs ended, counted from 1970; null for those that have not. */
    String days() {
        return "SELECT family, end_day, " + aggregates(true) + " FROM ("
                + figures(true, ", " + (hasEnd ? "FLOOR(e / " + real(DAY) + ")" : "NULL") + " AS end_day")
                + ") x GROUP BY family, end_day";
    }

    /** Some rows that cannot be used, with the reason. */
    String bad(int most) {
        return "SELECT family, s, " + faults.reason() + " AS reason FROM (" + fields() + ") r" + where()
                + (where().isEmpty() ? " WHERE " : " AND ") + "(" + faults.isBad() + ") ORDER BY s LIMIT " + most;
    }

    /** The runs themselves, in order of submission. */
    String runs() {
        return "SELECT r.*, " + faults.reason() + " AS reason FROM (" + fields() + ") r" + where()
                + " ORDER BY s, family";
    }

    /** Returns whether instants between these two are between 1990 and 2200, or need not be. */
    boolean isPlausible(Optional<Instant> first, Optional<Instant> last) {
        return faults.isPlausible(first, last);
    }

    boolean hasCount() {
        return relation.number(RunField.ACCELERATORS).isPresent();
    }
}
