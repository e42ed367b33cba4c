package dev.amdahl.core.internal.fleet.prometheus;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import dev.amdahl.spi.job.FamilyDay;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetListener;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.FleetSums;
import dev.amdahl.spi.job.FleetTally;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells from the samples of DCGM exporters which jobs held which accelerators, and what these did: of each window the mean of the
 * samples in it is the useful share, the rest is idle, and what no sample covers is unknown. Prometheus knows no queue: a run is
 * submitted when it starts, at its first sample in the period; start and end are exact to one scrape interval, where no sample is missing there.
 * Asks window by window with {@code query_range}, in parts that stay within the server's limits, and keeps sums for each run; where
 * recording rules added up, reads their sums instead. Thread-safe.
 */
public final class PrometheusFleetSource implements FleetSource {
    private static final Logger LOG = LoggerFactory.getLogger(PrometheusFleetSource.class);
    private static final int MAX_POINTS = 11_000;
    private static final long WINDOWS_AT_ONCE = 288;
    private static final Duration SKEW = Duration.ofMinutes(1);
    /** How late the last evaluation of rules may be. */
    private static final Duration LATE = Duration.ofMinutes(5);

    private final PrometheusSettings settings;
    private final PrometheusApi api;
    private final String identity;
    private final Clock clock;

    PrometheusFleetSource(PrometheusSettings settings, String identity, Clock clock) {
        this.settings = settings;
        this.identity = identity;
        this.clock = clock;
        api = new PrometheusApi(settings);
    }

    /**
     * {@inheritDoc}
     *
     * <p>Looks back from {@code to}, or from the server's present if that is earlier, by the setting {@code lookback} at most,
     * whatever was asked for; {@link #tell} notes where that leaves something out.
     */
    @Override
    public Stream<FleetJob> jobs(Instant from, Instant to) {
        return jobs(from, to, settings.keep(), line -> {});
    }

    /** @param keep where days that are over are kept of what rules recorded */
    private Stream<FleetJob> jobs(Instant from, Instant to, Optional<Path> keep, Consumer<String> notes) {
        Instant now = serverNow();
        Instant end = to.isBefore(now) ? to : now;
        Instant earliest = end.minus(settings.lookback());
        Instant start = from.isBefore(earliest) ? earliest : from;
        if (!start.isBefore(end)) {
            return Stream.empty();
        }
        Instant aliveFrom =
                to.isBefore(now) ? Instant.MAX : now.minus(settings.step().plus(LATE));
        RecordedRuns recorded = new RecordedRuns(settings, api, keep.map(this::kept));
        Optional<RecordedRuns.Presence> presence =
                settings.isRecorded() ? recorded.presence(start, end) : Optional.empty();
        List<FleetJob> told = presence.map(RecordedRuns.Presence::since)
                        .map(start::isBefore)
                        .orElse(true)
                ? sampled(start, presence.map(RecordedRuns.Presence::since).orElse(end), now, to, notes)
                : List.of();
        Stream<FleetJob> jobs = told.stream();
        if (presence.isPresent()) {
            Instant since = presence.get().since();
            notes.accept("read from what the recording rules recorded"
                    + (told.isEmpty() ? "" : " since " + since + ", before from all samples"));
            if (presence.get().missingHours() > 0) {
                notes.accept("the recording rules were not evaluated in "
                        + presence.get().missingHours() + " hours: what accelerators did then is unknown");
            }
            jobs = Stream.concat(jobs, recorded.after(told).jobs(since, end, now, aliveFrom));
        }
        return jobs.filter(job -> job.since().isBefore(to))
                .filter(job -> job.ended().map(ended -> !ended.isBefore(from)).orElse(true));
    }

    private RecordedDays kept(Path folder) {
        return new RecordedDays(folder, identity);
    }

    private List<FleetJob> sampled(Instant start, Instant end, Instant now, Instant to, Consumer<String> notes) {
        Windows windows = Windows.of(start, end, settings.step().toSeconds());
        Runs runs = new Runs(settings);
        int most = (int) Math.min(MAX_POINTS, WINDOWS_AT_ONCE);
        for (long next = windows.first(); next <= windows.last(); next += most) {
            read(windows.from(next, most), runs);
        }
        runs.inferredInterval()
                .ifPresent(interval -> notes.accept("interval between samples inferred: " + Math.round(interval)
                        + " s; the setting scrape-interval makes it exact"));
        boolean isCut = to.isBefore(now) || end.isBefore(now);
        List<FleetJob> jobs = runs.jobs(isCut ? Instant.MAX : now.minus(settings.step()));
        LOG.info(
                "{}: {} runs from {} to {}, {} accelerator-hours without a job",
                api.server(),
                jobs.size(),
                start,
                end,
                Math.round(runs.unallocatedSeconds() / 3600));
        return jobs;
    }

    @Override
    public void tell(Instant from, Instant to, FleetListener listener) {
        tell(from, to, settings.keep(), listener);
    }

    /** {@inheritDoc} Where there are so many families that the runs are read more than once, the server is asked once for each day. */
    @Override
    public FleetSums sums(Instant from, Instant to, Instant asOf, int top) {
        if (settings.keep().isPresent() || !settings.isRecorded()) {
            return FleetSource.super.sums(from, to, asOf, top);
        }
        try {
            Path folder = Files.createTempDirectory("amdahl-prometheus-");
            try {
                return FleetTally.sum(top, tally -> tell(from, to, Optional.of(folder), tally.until(asOf)));
            } finally {
                MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void tell(Instant from, Instant to, Optional<Path> keep, FleetListener listener) {
        jobs(from, to, keep, listener::note).forEach(listener::run);
        Instant now = clock.instant();
        Instant earliest = (to.isBefore(now) ? to : now).minus(settings.lookback());
        if (from.plus(settings.step()).isBefore(earliest)) {
            listener.note("looked back to " + earliest.truncatedTo(ChronoUnit.SECONDS)
                    + " only, by the setting lookback=" + settings.lookback().toHours()
                    + "h; a longer one goes as far as was asked");
        }
    }

    @Override
    public boolean isTelemetry() {
        return true;
    }

    /**
     * {@inheritDoc}
     *
     * <p>Always looks back as far as {@code lookback} allows: a run of which only the end is read would be held for too short.
     */
    @Override
    public List<FamilyDay> days(Instant from, Instant to, Instant asOf) {
        FleetSource whole = (since, until) -> jobs(Instant.EPOCH, until)
                .filter(job -> job.ended().map(ended -> !ended.isBefore(since)).orElse(true));
        return whole.days(from, to, asOf);
    }

    @Override
    public Optional<String> identity() {
        return Optional.of(identity);
    }

    /** Samples bear the server's time, so its present counts and not ours. */
    private Instant serverNow() {
        Instant now = api.now();
        Duration skew = Duration.between(clock.instant(), now);
        if (skew.abs().compareTo(SKEW) > 0) {
            LOG.warn("{}: its clock differs from this host's by {} s; its own is used", api.server(), skew.toSeconds());
        }
        return now;
    }

    private void read(Windows windows, Runs runs) {
        Chunk chunk;
        try {
            chunk = Chunk.read(api, settings, windows);
        } catch (AnswerTooLargeException e) {
            if (windows.count() < 2) {
                throw e;
            }
            LOG.debug("asking for half as much", e);
            read(windows.firstHalf(), runs);
            read(windows.secondHalf(), runs);
            return;
        }
        runs.add(chunk);
    }
}
