package dev.amdahl.core.internal.fleet;

import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetListener;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.FleetSums;
import dev.amdahl.spi.job.FleetTally;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files of one trace, whose runs are all different. Immutable, thread-safe. */
final class TraceFiles implements FleetSource {
    private final List<Path> files;
    private final Columns columns;
    private final BadRows badRows;

    TraceFiles(List<Path> files, Columns columns, BadRows badRows) {
        this.files = List.copyOf(files);
        this.columns = columns;
        this.badRows = badRows;
    }

    private FileFleetSource source(Path file) {
        return new FileFleetSource(file, columns, badRows);
    }

    @Override
    public Stream<FleetJob> jobs(Instant from, Instant to) {
        return files.stream().flatMap(file -> source(file).jobs(from, to));
    }

    @Override
    public void tell(Instant from, Instant to, FleetListener listener) {
        files.forEach(file -> source(file).tell(from, to, listener));
    }

    @Override
    public FleetSums sums(Instant from, Instant to, Instant asOf, int top) {
        return FleetTally.sum(
                top, tally -> files.forEach(file -> source(file).add(tally, from, to, asOf, file + ": ")));
    }

    @Override
    public Optional<String> identity() {
        List<String> all =
                files.stream().flatMap(file -> source(file).identity().stream()).collect(Collectors.toList());
        return all.size() == files.size() ? Optional.of(String.join("\n", all)) : Optional.empty();
    }
}
