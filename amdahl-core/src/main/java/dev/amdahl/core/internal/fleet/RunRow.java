package dev.amdahl.core.internal.fleet;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.Utilization;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The figures of the current row of a table. A row that cannot be is an error that names its place and the column. Not thread-safe.
 */
final class RunRow {
    static final long ABSENT = Long.MIN_VALUE;
    private static final double MAX_ACCELERATORS = 1e6;
    private static final double SUM = 1e-6;

    private final RowReader rows;
    private final Columns columns;
    private final TimeFormat time;
    private final Map<RunField, Integer> numbers = new EnumMap<>(RunField.class);
    private final Map<RunField, String> defaults = new EnumMap<>(RunField.class);
    private final int[] family;

    long submitted;
    long started;
    long ended;
    double accelerators;
    double share;
    boolean isMeasured;
    double idle;
    double low;
    double high;
    double usefulInLow;
    double unknown;

    /** Looks the columns up. @throws InvalidInputException if a needed or a named one is missing, naming the nearest */
    RunRow(RowReader rows, Columns columns, String place) {
        this.rows = rows;
        this.columns = columns;
        time = columns.time().orElse(TimeFormat.ISO);
        for (RunField field : RunField.values()) {
            List<String> names = columns.of(field);
            for (String name : names) {
                if (rows.column(name) < 0 && (columns.isNamed(field) || isNeeded(field))) {
                    throw new InvalidInputException(
                            place,
                            "there is no column '" + name + "' for '" + field.column() + "'",
                            "nearest: " + Nearest.to(name, rows.columns()) + "; use --columns " + field.column()
                                    + "=COLUMN");
                }
            }
            numbers.put(field, rows.column(names.get(0)));
            columns.ifEmpty(field).ifPresent(value -> defaults.put(field, value));
        }
        family = columns.of(RunField.FAMILY).stream().mapToInt(rows::column).toArray();
    }

    private boolean isNeeded(RunField field) {
        return field == RunField.FAMILY
                || (field == RunField.SUBMITTED
                        && rows.column(columns.of(RunField.STARTED).get(0)) < 0
                        && columns.ifEmpty(RunField.STARTED).isEmpty()
                        && columns.ifEmpty(field).isEmpty());
    }

    /** Reads the current row. */
    void read() {
        accelerators = number(RunField.ACCELERATORS, 1);
        if (!(accelerators >= 0 && accelerators == Math.rint(accelerators) && accelerators <= MAX_ACCELERATORS)) {
            throw bad("'accelerators' is " + given(RunField.ACCELERATORS), "give a whole number from 0 to 1000000");
        }
        share = number(RunField.SHARE, columns.shareOf()) / columns.shareOf();
        if (!(share > 0 && share <= 1) && accelerators > 0) {
            throw bad("'share' is " + given(RunField.SHARE), "give a share above 0 and at most all");
        }
        started = instant(RunField.STARTED);
        ended = instant(RunField.ENDED);
        submitted = instant(RunField.SUBMITTED);
        if (submitted == ABSENT && started == ABSENT) {
            throw bad("'submitted' is missing", "give an instant, or that of 'started'");
        }
        ordered(RunField.SUBMITTED, submitted, RunField.STARTED, started);
        ordered(RunField.STARTED, started, RunField.ENDED, ended);
        ordered(RunField.SUBMITTED, submitted, RunField.ENDED, ended);
        utilisation();
    }

    private void utilisation() {
        double whole = columns.whole();
        double useful = number(RunField.UTILISATION, Double.NaN) / whole;
        idle = number(RunField.IDLE, Double.NaN) / whole;
        low = number(RunField.LOW, Double.NaN) / whole;
        high = number(RunField.HIGH, Double.NaN) / whole;
        unknown = number(RunField.UNKNOWN, 0) / whole;
        usefulInLow = number(RunField.USEFUL_IN_LOW, .5 * whole) / whole;
        boolean isSplit = !Double.isNaN(idle) && !Double.isNaN(low) && !Double.isNaN(high);
        isMeasured = isSplit || !Double.isNaN(useful);
        if (!isSplit && isMeasured) {
            high = useful * (1 - unknown);
            idle = (1 - useful) * (1 - unknown);
            low = 0;
            usefulInLow = 0;
        }
        if (isMeasured
                && !(idle >= 0
                        && low >= 0
                        && high >= 0
                        && unknown >= 0
                        && unknown <= 1
                        && usefulInLow >= 0
                        && usefulInLow <= 1
                        && Math.abs(idle + low + high + unknown - 1) < SUM)) {
            String shares = "utilisation: shares must be from 0 to 1 and add up to 1, were idle " + idle + ", low "
                    + low + ", high " + high + ", unknown " + unknown;
            throw bad(
                    shares,
                    whole == 1 && useful > 1 && useful <= 100
                            ? "in percent? use --columns unit=percent"
                            : "fix the row, or leave the fields empty");
        }
    }

    double wasted() {
        return isMeasured ? Math.max(0, 1 - unknown - high - usefulInLow * low) : 0;
    }

    double idleShare() {
        return isMeasured ? idle : 0;
    }

    double unknownShare() {
        return isMeasured && started != ABSENT ? unknown : 1;
    }

    /** Wall hours in the queue; NaN where the submission is not known. */
    double queueHours(long asOf) {
        return submitted == ABSENT
                ? Double.NaN
                : hours(submitted, started != ABSENT ? started : ended != ABSENT ? ended : asOf);
    }

    /** Accelerator-hours. */
    double heldHours(long asOf) {
        return started == ABSENT ? 0 : accelerators * share * hours(started, ended == ABSENT ? asOf : ended);
    }

    private static double hours(long from, long to) {
        return Math.max(0, to - from) / 3.6e9;
    }

    /** Returns the first instant that is known of it. */
    long since() {
        return submitted == ABSENT ? started : submitted;
    }

    boolean overlaps(long from, long to) {
        return since() < to && (ended == ABSENT || ended >= from);
    }

    /** Returns the run as an object, with what else the row tells as labels. */
    FleetJob job() {
        Map<String, String> labels = new TreeMap<>();
        List<String> names = rows.columns();
        Set<Integer> mapped = mapped();
        int owner = numbers.getOrDefault(RunField.OWNER, -1);
        if (owner >= 0 && !names.get(owner).equals(RunField.OWNER.column())) {
            mapped.remove(owner);
        }
        for (int column = 0; column < names.size(); column++) {
            if (!mapped.contains(column) && !rows.text(column).isEmpty()) {
                labels.put(names.get(column), rows.text(column));
            }
        }
        if (share < 1) {
            labels.put(FleetJob.SHARE, Double.toString(share));
        }
        String id = text(RunField.ID);
        if (id.isEmpty()) {
            labels.put(FleetJob.KNOWN_AS, "");
        }
        String type = text(RunField.ACCELERATOR_TYPE);
        return new FleetJob(
                id.isEmpty() ? "line " + rows.line : id,
                family(),
                text(RunField.OWNER),
                new Accelerators(type.isEmpty() ? "unknown" : type, (int) accelerators),
                at(submitted),
                at(started),
                at(ended),
                isMeasured ? Optional.of(new Utilization(idle, low, high, usefulInLow, unknown)) : Optional.empty(),
                labels);
    }

    private Set<Integer> mapped() {
        Set<Integer> mapped = new HashSet<>(numbers.values());
        Arrays.stream(family).forEach(mapped::add);
        return mapped;
    }

    /** Returns the name of the family. */
    String family() {
        StringBuilder name = new StringBuilder();
        for (int column : family) {
            name.append(name.length() == 0 ? "" : "/").append(rows.text(column));
        }
        if (name.toString().isBlank()) {
            throw bad("'family' is missing", "give every run one");
        }
        return columns.family(name.toString());
    }

    int column(RunField field) {
        return numbers.getOrDefault(field, -1);
    }

    String text(RunField field) {
        String text = rows.text(column(field));
        return text.isEmpty() ? defaults.getOrDefault(field, "") : text;
    }

    private String given(RunField field) {
        String text = text(field);
        return text.matches("-?[0-9.]+") ? text : "'" + text + "'";
    }

    private double number(RunField field, double absent) {
        String text = text(field);
        if (text.isEmpty()) {
            return absent;
        }
        double value = RowReader.number(text);
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw bad(
                    "'" + field.column() + "' is '" + text + "'",
                    text.matches("-?[0-9]+,[0-9]+")
                            ? "write numbers with a decimal point, and without marks of thousands"
                            : "write a finite number");
        }
        return value;
    }

    private long instant(RunField field) {
        String text = text(field);
        if (text.isEmpty()) {
            return ABSENT;
        }
        if (time.isNumber()) {
            return counted(field, RowReader.number(text));
        }
        long at = time.read(text);
        if (at == TimeFormat.NO_TIME) {
            throw bad("'" + field.column() + "' is '" + text + "'", unread(text));
        }
        if (!time.isPlausible(at)) {
            throw bad("'" + field.column() + "' is " + moment(at) + ", which cannot be", "fix the row");
        }
        return at;
    }

    private long counted(RunField field, double number) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            throw bad("'" + field.column() + "' is '" + text(field) + "'", "write a number of " + time.word());
        }
        double at = Math.rint(number * time.micros());
        boolean isFar = Math.abs(at) > 4e18;
        if (isFar || !time.isPlausible((long) at)) {
            throw bad(
                    "'" + field.column() + "' is " + text(field) + ", as " + time.word() + " "
                            + (isFar ? "beyond any date" : moment((long) at)),
                    time.remedy(number));
        }
        return (long) at;
    }

    private String unread(String text) {
        boolean isNumber = text.matches("[0-9]+(\\.[0-9]+)?");
        if (isNumber) {
            return time.remedy(Double.parseDouble(text));
        }
        return text.matches("[0-9]{4}-[0-9]{2}-[0-9]{2} .*")
                ? "use --columns time=timestamp if these are UTC"
                : "write an instant such as 2026-01-31T12:00:00Z";
    }

    private void ordered(RunField first, long earlier, RunField second, long later) {
        if (earlier != ABSENT && later != ABSENT && later < earlier) {
            throw bad(
                    "'" + second.column() + "' " + moment(later) + " is before '" + first.column() + "' "
                            + moment(earlier),
                    "fix the row");
        }
    }

    private String moment(long micros) {
        return time == TimeFormat.SECONDS
                ? Double.toString(micros / 1e6)
                : Micros.at(micros).toString();
    }

    private static Optional<Instant> at(long micros) {
        return micros == ABSENT ? Optional.empty() : Optional.of(Micros.at(micros));
    }

    private InvalidInputException bad(String problem, String remedy) {
        return rows.bad(problem, remedy);
    }
}
