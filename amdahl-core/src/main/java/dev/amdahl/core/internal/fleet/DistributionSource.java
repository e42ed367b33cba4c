package dev.amdahl.core.internal.fleet;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.Utilization;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Cumulative distributions of the useful share over accelerators and time: pairs of columns, value and percent at or below it. Each is one
 * family that held one accelerator for one hour, so that figures are per accelerator-hour held. Immutable, thread-safe.
 */
final class DistributionSource implements FleetSource {
    private static final Instant START = Instant.EPOCH;
    private static final double SLACK = 1e-9;

    private final List<Path> files;
    private final double whole;

    DistributionSource(List<Path> files, String unit) {
        this.files = List.copyOf(files);
        whole = new Columns(Map.of("unit", unit)).whole();
    }

    @Override
    public Stream<FleetJob> jobs(Instant from, Instant to) {
        if (!START.isBefore(to) || START.plusSeconds(3600).isBefore(from)) {
            return Stream.empty();
        }
        return files.stream().flatMap(file -> read(file).stream());
    }

    private List<FleetJob> read(Path file) {
        try (RowReader rows = new CsvRowReader(file)) {
            int pairs = rows.columns().size() / 2;
            double[] means = new double[pairs];
            double[] below = new double[pairs];
            double[] before = new double[pairs];
            while (rows.next()) {
                for (int pair = 0; pair < pairs; pair++) {
                    double value = number(rows, 2 * pair, whole);
                    double percent = number(rows, 2 * pair + 1, 100);
                    if (percent < below[pair] || value < before[pair] - SLACK) {
                        throw new InvalidInputException(
                                rows.place(),
                                "the distribution falls",
                                "give value and percent at or below it, rising");
                    }
                    means[pair] += (percent - below[pair]) / 100 * (value + before[pair]) / 2;
                    below[pair] = percent;
                    before[pair] = value;
                }
            }
            List<FleetJob> jobs = new ArrayList<>();
            String stem = String.valueOf(file.getFileName()).replaceAll("\\.csv(\\.gz)?$", "");
            for (int pair = 0; pair < pairs; pair++) {
                jobs.add(job(pairs == 1 ? stem : stem + " " + (pair + 1), means[pair] / whole));
            }
            return jobs;
        }
    }

    private static FleetJob job(String name, double useful) {
        return new FleetJob(
                name,
                name,
                "",
                new Accelerators("unknown", 1),
                Optional.empty(),
                Optional.of(START),
                Optional.of(START.plusSeconds(3600)),
                Optional.of(new Utilization(1 - useful, 0, useful, 0)),
                Map.of());
    }

    private static double number(RowReader rows, int column, double most) {
        double value = rows.number(column);
        if (!(value >= 0 && value <= most)) {
            throw new InvalidInputException(
                    rows.place(), "a value is '" + rows.text(column) + "'", "give numbers from 0 to " + most);
        }
        return value;
    }
}
