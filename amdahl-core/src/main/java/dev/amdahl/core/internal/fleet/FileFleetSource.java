package dev.amdahl.core.internal.fleet;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.FamilyTally;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetListener;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.FleetSums;
import dev.amdahl.spi.job.FleetTally;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads runs from a CSV file with a header or from a file of one JSON object per line, by its ending ({@code .csv};
 * {@code .jsonl}, {@code .ndjson}; each also {@code .gz}), UTF-8. Columns or keys, unless {@link Columns} say otherwise or other names are guessed: {@code family} and
 * {@code submitted} are needed; {@code id} (default the line), {@code owner}, {@code accelerator_type} (default {@code unknown}),
 * {@code accelerators} (default 1; rows with 0 are left out), {@code started}, {@code ended} may be absent; so may
 * {@code utilisation} (useful share, 0 to 1) or {@code idle}, {@code low}, {@code high}, {@code unknown} and {@code useful_in_low}
 * (default 0.5). Times are ISO instants. Any other column is a label. Sums are made in bounded memory. Thread-safe; the
 * stream of runs reads as it goes and must be closed.
 */
public final class FileFleetSource implements FleetSource {
    private static final long PACKING = 8;
    private static final long MIN_ROW_BYTES = 32;
    private static final long MIN_IDS = 1 << 12;
    private static final long MAX_IDS = 14_000_000;
    private static final double FALSE_REPEATS = 1e-7;
    private static final String WITHOUT = " rows without accelerators left out";
    private static final String NO_IDS = "no ids: repeated rows are not found";

    private final Path file;
    private final Columns columns;
    private final BadRows badRows;

    /** Returns a source over a file whose columns are named as the fields; a bad row is an error. */
    public FileFleetSource(Path file) {
        this(file, Columns.DEFAULT, BadRows.FAIL);
    }

    /** Returns a source over a file with other columns. */
    public FileFleetSource(Path file, Columns columns, BadRows badRows) {
        this.file = file;
        this.columns = columns;
        this.badRows = badRows;
    }

    @Override
    public Stream<FleetJob> jobs(Instant from, Instant to) {
        return jobs(from, to, job -> {});
    }

    @Override
    public void tell(Instant from, Instant to, FleetListener listener) {
        try (Stream<FleetJob> jobs = jobs(from, to, listener)) {
            jobs.forEach(listener::run);
        }
    }

    private Stream<FleetJob> jobs(Instant from, Instant to, FleetListener listener) {
        RowReader rows = open();
        try {
            ColumnGuess guess = guess();
            guess.notes().forEach(listener::note);
            RunRow row = new RunRow(rows, guess.columns(), place());
            Each each = new Each(rows, row, Micros.of(from), Micros.of(to), listener);
            return Stream.iterate(each.next(), Optional::isPresent, last -> each.next())
                    .map(Optional::orElseThrow)
                    .onClose(rows::close);
        } catch (RuntimeException e) {
            rows.close();
            throw e;
        }
    }

    /** The runs of a file one after the other. */
    private final class Each {
        private final RowReader rows;
        private final RunRow row;
        private final long from;
        private final long to;
        private final FleetListener listener;
        private final Set<String> ids = new HashSet<>();
        private long leftOut;

        Each(RowReader rows, RunRow row, long from, long to, FleetListener listener) {
            this.rows = rows;
            this.row = row;
            this.from = from;
            this.to = to;
            this.listener = listener;
        }

        Optional<FleetJob> next() {
            while (true) {
                try {
                    if (!rows.next()) {
                        end();
                        return Optional.empty();
                    }
                    row.read();
                    if (row.accelerators > 0) {
                        FleetJob job = row.job();
                        if (!ids.add(job.id())) {
                            throw twice(rows.place(), job.id());
                        }
                        if (row.overlaps(from, to)) {
                            return Optional.of(job);
                        }
                    } else {
                        leftOut++;
                    }
                } catch (InvalidInputException bad) {
                    if (badRows == BadRows.FAIL || rows.isBroken) {
                        throw bad;
                    }
                    listener.reject(String.valueOf(bad.getMessage()));
                }
            }
        }

        private void end() {
            if (leftOut > 0) {
                listener.note(leftOut + WITHOUT);
            }
            if (row.column(RunField.ID) < 0) {
                listener.note(NO_IDS);
            }
        }
    }

    @Override
    public FleetSums sums(Instant from, Instant to, Instant asOf, int top) {
        return FleetTally.sum(top, tally -> add(tally, from, to, asOf, ""));
    }

    /** Adds all rows of the file; its notes begin so. */
    void add(FleetTally tally, Instant from, Instant to, Instant asOf, String place) {
        try (RowReader rows = open()) {
            new Reading(rows, tally, Micros.of(from), Micros.of(to), Micros.of(asOf), place).run();
        }
    }

    /** One pass over the file that adds up. */
    private final class Reading {
        private final RowReader rows;
        private final FleetTally tally;
        private final RunRow row;
        private final @Nullable BloomFilter<CharSequence> ids;
        private final long maxIds = Math.max(MIN_IDS, Math.min(MAX_IDS, size() / MIN_ROW_BYTES));
        private final int id;
        private final String idColumn;
        private final long from;
        private final long to;
        private final long asOf;
        private final String place;
        private long knownIds;
        private long leftOut;
        private boolean isAny;
        private boolean isMeasured;

        Reading(RowReader rows, FleetTally tally, long from, long to, long asOf, String place) {
            this.place = place;
            this.rows = rows;
            this.tally = tally;
            this.from = from;
            this.to = to;
            this.asOf = asOf;
            ColumnGuess guess = guess();
            guess.notes().forEach(note -> tally.note(place + note));
            row = new RunRow(rows, guess.columns(), place());
            idColumn = guess.columns().of(RunField.ID).get(0);
            id = row.column(RunField.ID);
            ids = id >= 0 && (tally.isFirst() || badRows == BadRows.SKIP)
                    ? BloomFilter.create(Funnels.stringFunnel(StandardCharsets.UTF_8), maxIds, FALSE_REPEATS)
                    : null;
        }

        void run() {
            boolean isOpen = true;
            while (isOpen) {
                try {
                    isOpen = rows.next();
                    if (isOpen) {
                        row.read();
                        add();
                    }
                } catch (InvalidInputException bad) {
                    if (badRows == BadRows.FAIL || rows.isBroken) {
                        throw bad;
                    }
                    tally.reject(String.valueOf(bad.getMessage()));
                }
            }
            notes();
        }

        private void add() {
            if (row.accelerators == 0) {
                leftOut++;
                return;
            }
            if (ids != null) {
                requireNew(ids, rows.text(id));
            }
            if (!row.overlaps(from, to)) {
                return;
            }
            FamilyTally sums = tally.family(row.family());
            if (sums != null) {
                sums.add(row.queueHours(asOf), row.heldHours(asOf), row.wasted(), row.idleShare(), row.unknownShare());
            }
            isAny = true;
            isMeasured |= row.isMeasured;
            tally.covers(Math.floorDiv(row.since(), 1000L));
            long last = row.ended != RunRow.ABSENT ? row.ended : row.started;
            if (last != RunRow.ABSENT) {
                tally.covers(Math.floorDiv(last, 1000L));
            }
        }

        private void requireNew(BloomFilter<CharSequence> seen, String name) {
            if (name.isEmpty()) {
                return;
            }
            boolean isRepeated = knownIds < maxIds ? !seen.put(name) : seen.mightContain(name);
            knownIds++;
            if (isRepeated && (badRows == BadRows.SKIP || isEarlier(name, rows.line, idColumn))) {
                throw twice(rows.place(), name);
            }
        }

        private void notes() {
            if (!isAny) {
                tally.note(place + "no run in that period");
            } else if (!isMeasured) {
                tally.note(place + "no utilisation: allocation and queue only, what the accelerators did is unknown");
            }
            if (leftOut > 0) {
                tally.note(place + leftOut + WITHOUT);
            }
            if (id < 0) {
                tally.note(place + NO_IDS);
            } else if (ids != null && knownIds > maxIds) {
                tally.note(place + "repeated ids were looked for in the first rows only");
            }
        }
    }

    /** Returns whether the id stands on an earlier line, looked up in the file itself. */
    private boolean isEarlier(String id, long line, String idColumn) {
        try (RowReader rows = open()) {
            int column = rows.column(idColumn);
            while (rows.next() && rows.line < line) {
                if (rows.text(column).equals(id)) {
                    return true;
                }
            }
            return false;
        }
    }

    private static InvalidInputException twice(String place, String id) {
        return new InvalidInputException(place, "the id '" + id + "' occurs twice", "give each run its own id");
    }

    private ColumnGuess guess() {
        try (RowReader rows = open()) {
            return ColumnGuess.of(rows, columns, place());
        }
    }

    private RowReader open() {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        String plain = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
        if (plain.endsWith(".csv")) {
            return new CsvRowReader(file);
        }
        if (plain.endsWith(".jsonl") || plain.endsWith(".ndjson")) {
            return new JsonRowReader(file);
        }
        throw new InvalidInputException(
                place(), "the ending is not known", "use .csv, .jsonl or .ndjson, also with .gz");
    }

    private long size() {
        long bytes = file.toFile().length();
        return place().endsWith(".gz") ? PACKING * bytes : bytes;
    }

    private String place() {
        return file.toString();
    }

    @Override
    public Optional<String> identity() {
        return Files.exists(file)
                ? Optional.of("file " + file.toAbsolutePath() + " " + new TreeMap<>(columns.settings()))
                : Optional.empty();
    }
}
