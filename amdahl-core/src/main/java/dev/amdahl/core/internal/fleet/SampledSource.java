package dev.amdahl.core.internal.fleet;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.FleetSums;
import dev.amdahl.spi.job.FleetTally;
import dev.amdahl.spi.job.Utilization;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs, or pools of accelerators, told by samples in order of time. Columns: {@code at}; {@code run} and {@code family} (else what the pattern
 * {@code family_of_file} finds in the file's name); {@code useful}, the useful share in {@code unit}; {@code total} accelerators (default 1) and
 * {@code idle}, how many of them nothing ran on; with {@code rest=used} all others did something useful, else that is unknown. A sample holds for {@code cadence} seconds at most: what lies between is unknown and not
 * idle. A run lasts from its first sample to one cadence after its last. Immutable, thread-safe; holds one entry for each run.
 */
final class SampledSource implements FleetSource {
    private final List<Path> files;
    private final Map<String, String> settings;
    private final BadRows badRows;
    private final TimeFormat time;
    private final double cadence;
    private final double whole;
    private final boolean isRestUsed;
    private final Optional<Pattern> familyOfFile;

    SampledSource(List<Path> files, Map<String, String> settings, BadRows badRows) {
        this.files = List.copyOf(files);
        this.settings = Map.copyOf(settings);
        this.badRows = badRows;
        Columns units = new Columns(Map.of(
                "time", settings.getOrDefault("time", "iso"), "unit", settings.getOrDefault("unit", "fraction")));
        time = units.time().orElseThrow();
        whole = units.whole();
        isRestUsed = settings.getOrDefault("rest", "unknown").equals("used");
        cadence = RowReader.number(settings.getOrDefault("cadence", "")) * 1e6;
        if (!(cadence > 0)) {
            throw new InvalidInputException("--mapping", "cadence is missing or not a number", "give seconds");
        }
        familyOfFile = Optional.ofNullable(settings.get("family_of_file")).map(Pattern::compile);
    }

    /** What was seen of one run. */
    private static final class Series {
        private final String family;
        private final long first;
        private long last;
        private double total;
        private double usefulShare;
        private double idleShare;
        private double held;
        private double useful;
        private double idle;
        private double most;

        Series(String family, long first) {
            this.family = family;
            this.first = first;
            last = first;
        }

        /** Lets the last sample hold until now, but no longer than the cadence. */
        void until(long now, double cadence) {
            double covered = Math.min(cadence, (double) (now - last));
            held += total * (now - last);
            useful += total * usefulShare * covered;
            idle += total * idleShare * covered;
            last = now;
        }

        FleetJob job(String id, double cadence) {
            until(last + (long) cadence, cadence);
            double span = (double) (last - first);
            double idleHeld = held == 0 ? 0 : idle / held;
            double usefulHeld = held == 0 ? 0 : useful / held;
            Map<String, String> labels = new TreeMap<>();
            double count = Math.max(1, Math.ceil(most));
            double share = held / (count * span);
            if (share < 1) {
                labels.put(FleetJob.SHARE, Double.toString(share));
            }
            return new FleetJob(
                    id,
                    family,
                    "",
                    new Accelerators("unknown", (int) count),
                    Optional.empty(),
                    Optional.of(Micros.at(first)),
                    Optional.of(Micros.at(last)),
                    Optional.of(new Utilization(idleHeld, 0, usefulHeld, 0, Math.max(0, 1 - idleHeld - usefulHeld))),
                    labels);
        }
    }

    @Override
    public Stream<FleetJob> jobs(Instant from, Instant to) {
        return read(why -> {}).stream()
                .filter(job -> job.since().isBefore(to))
                .filter(job -> job.ended().map(ended -> !ended.isBefore(from)).orElse(true));
    }

    @Override
    public boolean isTelemetry() {
        return true;
    }

    @Override
    public FleetSums sums(Instant from, Instant to, Instant asOf, int top) {
        return FleetTally.sum(
                top,
                tally -> read(tally::reject).stream()
                        .filter(job -> job.since().isBefore(to))
                        .filter(job ->
                                job.ended().map(ended -> !ended.isBefore(from)).orElse(true))
                        .forEach(job -> tally.add(job, asOf)));
    }

    private List<FleetJob> read(Consumer<String> rejected) {
        Map<String, Series> series = new TreeMap<>();
        for (Path file : files) {
            try (RowReader rows = new CsvRowReader(file)) {
                read(rows, file, series, rejected);
            }
        }
        List<FleetJob> jobs = new ArrayList<>();
        series.forEach((id, seen) -> jobs.add(seen.job(id, cadence)));
        return jobs;
    }

    private void read(RowReader rows, Path file, Map<String, Series> series, Consumer<String> rejected) {
        int at = column(rows, file, "at");
        int run = column(rows, file, "run");
        int family = column(rows, file, "family");
        int useful = column(rows, file, "useful");
        int total = column(rows, file, "total");
        int idle = column(rows, file, "idle");
        String pool = pool(file);
        boolean isOpen = true;
        while (isOpen) {
            try {
                isOpen = rows.next();
                if (isOpen) {
                    String id = run < 0 ? pool : rows.text(run);
                    long now = instant(rows, at);
                    double count = total < 0 ? 1 : number(rows, total, Double.MAX_VALUE);
                    double unused = idle < 0 || count == 0 ? 0 : number(rows, idle, count) / count;
                    double share = useful >= 0 ? number(rows, useful, whole) / whole : isRestUsed ? 1 - unused : 0;
                    unused = idle < 0 && useful >= 0 ? 1 - share : unused;
                    Series one = series.get(id);
                    if (one == null) {
                        one = new Series(family < 0 ? (run < 0 ? pool : id) : rows.text(family), now);
                        series.put(id, one);
                    } else if (now < one.last) {
                        throw new InvalidInputException(
                                rows.place(),
                                "the sample is older than the one before of '" + id + "'",
                                "sort by time");
                    }
                    one.until(now, cadence);
                    one.total = count;
                    one.most = Math.max(one.most, count);
                    one.usefulShare = share;
                    one.idleShare = unused;
                }
            } catch (InvalidInputException bad) {
                if (badRows == BadRows.FAIL || rows.isBroken) {
                    throw bad;
                }
                rejected.accept(String.valueOf(bad.getMessage()));
            }
        }
    }

    private int column(RowReader rows, Path file, String setting) {
        String name = settings.get(setting);
        if (name == null) {
            return -1;
        }
        int column = rows.column(name);
        if (column < 0) {
            throw new InvalidInputException(
                    file.toString(),
                    "there is no column '" + name + "' for '" + setting + "'",
                    "nearest: " + Nearest.to(name, rows.columns()));
        }
        return column;
    }

    private String pool(Path file) {
        String name = String.valueOf(file.getFileName());
        return familyOfFile
                .map(pattern -> pattern.matcher(name))
                .filter(Matcher::find)
                .map(found -> found.groupCount() > 0 ? found.group(1) : found.group())
                .orElse(name);
    }

    private long instant(RowReader rows, int column) {
        long at = time.read(rows.text(column));
        if (at == TimeFormat.NO_TIME || !time.isPlausible(at)) {
            throw new InvalidInputException(
                    rows.place(),
                    "'" + settings.get("at") + "' is '" + rows.text(column) + "'",
                    "it must be an instant as " + time.word());
        }
        return at;
    }

    private static double number(RowReader rows, int column, double most) {
        double value = rows.number(column);
        if (!(value >= 0 && value <= most)) {
            throw new InvalidInputException(
                    rows.place(),
                    "'" + rows.columns().get(column) + "' is '" + rows.text(column) + "'",
                    "give a number from 0" + (most < 1e9 ? " to " + most : ""));
        }
        return value;
    }
}
