package dev.amdahl.core.internal.loop.propose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.FamilySums;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.FleetSums;
import dev.amdahl.spi.job.Utilization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FleetDaysTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    Path folder;

    /** A run, and when the source tells of its end. */
    private record Told(FleetJob job, Duration delay) {
        Optional<FleetJob> seen(Instant now) {
            Optional<Instant> ended = job.ended().filter(end -> !end.plus(delay).isAfter(now));
            Optional<Instant> started = job.started().filter(start -> !start.isAfter(now));
            return job.since().isAfter(now)
                    ? Optional.empty()
                    : Optional.of(new FleetJob(
                            job.id(),
                            job.family(),
                            "",
                            job.accelerators(),
                            job.submitted(),
                            started,
                            ended,
                            ended.flatMap(end -> job.utilisation()),
                            Map.of()));
        }
    }

    /** Tells of runs late, counts what it is asked for, and may be down. */
    private static final class LateSource implements FleetSource {
        private final List<Told> runs;
        private final Optional<String> identity;
        private Instant now = START;
        private boolean isDown;
        private int calls;
        private Instant askedFrom = START;

        LateSource(List<Told> runs, Optional<String> identity) {
            this.runs = runs;
            this.identity = identity;
        }

        @Override
        public Stream<FleetJob> jobs(Instant from, Instant to) {
            if (isDown) {
                throw new UnavailableException("fleet", "it is down", "start it", null);
            }
            calls++;
            askedFrom = from;
            return runs.stream()
                    .flatMap(run -> run.seen(now).stream())
                    .filter(job -> job.since().isBefore(to))
                    .filter(job -> job.ended().map(end -> !end.isBefore(from)).orElse(true));
        }

        @Override
        public Optional<String> identity() {
            return identity;
        }
    }

    @Test
    void whatIsKeptAndReadAnewGivesWhatReadingAllGives() {
        for (int seed = 0; seed < 8; seed++) {
            Random random = new Random(seed);
            List<Told> runs = runs(random);
            LateSource kept = new LateSource(runs, Optional.of("fleet " + seed));
            LateSource whole = new LateSource(runs, Optional.empty());
            FleetDays days = new FleetDays(folder, note -> {});
            Instant now = START.plus(30, ChronoUnit.DAYS);
            int tails = 0;
            for (int cycle = 0; cycle < 25; cycle++) {
                now = now.plus(Duration.ofMinutes(10 + random.nextInt(cycle % 7 == 6 ? 9000 : 1500)));
                kept.now = now;
                whole.now = now;
                assertSame(days.read(kept, now), days.read(whole, now));
                tails += kept.askedFrom.isAfter(whole.askedFrom) ? 1 : 0;
            }
            assertThat(tails).as("cycles that read a part only").isGreaterThan(8);
        }
    }

    @Test
    void aSourceIsNotAskedAgainAtOnce() {
        LateSource source = new LateSource(runs(new Random(1)), Optional.of("one"));
        source.now = START.plus(40, ChronoUnit.DAYS);

        new FleetDays(folder, note -> {}).read(source, source.now);
        new FleetDays(folder, note -> {}).read(source, source.now.plusSeconds(60));

        assertThat(source.calls).isEqualTo(1);
    }

    @Test
    void aSourceThatIsDownCountsAsLastSeenAndIsNoted() {
        LateSource source = new LateSource(runs(new Random(2)), Optional.of("two"));
        source.now = START.plus(40, ChronoUnit.DAYS);
        FleetSums before = new FleetDays(folder, note -> {}).read(source, source.now);
        source.isDown = true;
        List<String> notes = new ArrayList<>();

        FleetSums after = new FleetDays(folder, notes::add).read(source, source.now.plusSeconds(3600));

        assertSame(after, before);
        assertThat(notes)
                .singleElement()
                .asString()
                .contains("since 2026-02-10T00:00:00Z")
                .contains("it is down");
    }

    @Test
    void aDamagedFileIsMadeAgain() throws IOException {
        LateSource source = new LateSource(runs(new Random(3)), Optional.of("three"));
        source.now = START.plus(40, ChronoUnit.DAYS);
        FleetSums before = new FleetDays(folder, note -> {}).read(source, source.now);
        try (Stream<Path> files = Files.list(folder)) {
            Path file = files.findFirst().orElseThrow();
            String text = Files.readString(file);
            Files.writeString(file, text.substring(0, text.length() / 2));
        }

        assertSame(new FleetDays(folder, note -> {}).read(source, source.now), before);
        assertThat(source.calls).isEqualTo(2);
    }

    private static List<Told> runs(Random random) {
        List<Told> runs = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            Instant submitted = START.plusSeconds(random.nextInt(70 * 86_400));
            Instant started = submitted.plusSeconds(random.nextInt(7200));
            Instant ended = started.plusSeconds(random.nextInt(random.nextInt(10) == 0 ? 30 * 86_400 : 86_400));
            double useful = random.nextInt(101) / 100.0;
            runs.add(new Told(
                    new FleetJob(
                            "r" + i,
                            "f" + random.nextInt(9),
                            "",
                            new Accelerators("h200", 1 + random.nextInt(8)),
                            submitted,
                            random.nextInt(30) == 0 ? Optional.empty() : Optional.of(started),
                            random.nextInt(30) == 0 ? Optional.empty() : Optional.of(ended),
                            random.nextInt(5) == 0
                                    ? Optional.empty()
                                    : Optional.of(new Utilization(1 - useful, 0, useful, 0)),
                            Map.of()),
                    Duration.ofMinutes(random.nextInt(FleetDays.LATE_DAYS * 1440))));
        }
        return runs;
    }

    private static void assertSame(FleetSums one, FleetSums other) {
        assertThat(one.families()).hasSameSizeAs(other.families());
        for (FamilySums family : other.families()) {
            FamilySums same = one.families().stream()
                    .filter(each -> each.family().equals(family.family()))
                    .findFirst()
                    .orElseThrow();
            assertThat(same.runs()).isEqualTo(family.runs());
            assertThat(same.heldHours()).isCloseTo(family.heldHours(), within(1e-6));
            assertThat(same.wastedHours()).isCloseTo(family.wastedHours(), within(1e-6));
            assertThat(same.queuedRuns()).isEqualTo(family.queuedRuns());
            assertThat(same.queueHours()).isCloseTo(family.queueHours(), within(1e-6));
            assertThat(same.shareSquares()).isCloseTo(family.shareSquares(), within(1e-9));
        }
    }
}
