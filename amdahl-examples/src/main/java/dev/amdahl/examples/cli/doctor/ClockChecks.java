package dev.amdahl.examples.cli.doctor;

import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.spi.AmdahlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Whether times taken here can be believed. */
final class ClockChecks {
    private static final String AREA = "clock";
    private static final int READS = 200_000;
    private static final long SAMPLE_MILLIS = 250;

    /** From here a trial is void as one whose clock was stepped. */
    private static final Duration STEP = Duration.ofMillis(50);

    /** Time stamps of a file system may be this coarse. */
    private static final Duration COARSE = Duration.ofSeconds(2);

    private static final Set<String> PRECISE =
            Set.of("tsc", "kvm-clock", "arch_sys_counter", "hyperv_clocksource_tsc_page", "xen");
    private static final String SYNCHRONISE = "synchronise the clocks, with chrony or systemd-timesyncd";

    private ClockChecks() {}

    static List<Check> checks(Clock clock, Path scratch, @Nullable String ledger) throws IOException {
        List<Check> checks = new ArrayList<>();
        checks.add(monotone());
        checks.add(steady(clock));
        Probe.file("/sys/devices/system/clocksource/clocksource0/current_clocksource")
                .map(ClockChecks::source)
                .ifPresent(checks::add);
        checks.add(shell(clock, scratch));
        checks.add(files(clock, folder(scratch, ledger)));
        if (ledger != null && LedgerLocation.of(ledger).isOnServer()) {
            checks.add(server(clock, ledger));
        }
        return checks;
    }

    /** Returns the clock that durations are taken from never goes back. */
    private static Check monotone() {
        long finest = Long.MAX_VALUE;
        long before = System.nanoTime();
        for (int i = 0; i < READS; i++) {
            long now = System.nanoTime();
            if (now - before < 0) {
                return Check.fail(
                        AREA, "monotone", "went back by " + (before - now) + " ns", "measure on another machine");
            }
            finest = now > before ? Math.min(finest, now - before) : finest;
            before = now;
        }
        return Check.ok(AREA, "monotone", READS + " reads, none went back; finest step " + finest + " ns");
    }

    /** The wall clock runs as fast as the monotone one. */
    private static Check steady(Clock clock) {
        Look first = Look.at(clock);
        try {
            TimeUnit.MILLISECONDS.sleep(SAMPLE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Duration apart = first.apart(Look.at(clock));
        String found = millis(apart) + " apart from the monotone clock after " + SAMPLE_MILLIS + " ms";
        return apart.compareTo(STEP) > 0
                ? Check.fail(AREA, "wall", found, "something sets the clock while jobs run: " + SYNCHRONISE)
                : Check.ok(AREA, "wall", found);
    }

    /** Both clocks, the monotone one before and after: on a busy machine there is time between. */
    record Look(long earliest, Instant wall, long latest) {
        static Look at(Clock clock) {
            long earliest = System.nanoTime();
            return new Look(earliest, clock.instant(), System.nanoTime());
        }

        Duration apart(Look later) {
            return outside(
                    wall.plusNanos(later.earliest - latest), wall.plusNanos(later.latest - earliest), later.wall);
        }
    }

    /** Returns how far a time is from a span. */
    private static Duration outside(Instant from, Instant to, Instant time) {
        if (time.isBefore(from)) {
            return Duration.between(time, from);
        }
        return time.isAfter(to) ? Duration.between(to, time) : Duration.ZERO;
    }

    private static Check source(String source) {
        return PRECISE.contains(source)
                ? Check.ok(AREA, "source", source)
                : Check.warn(AREA, "source", source, "slow to read: let the kernel use tsc, or expect coarser times");
    }

    /** Returns what the script of a trial reads. */
    private static Check shell(Clock clock, Path scratch) throws IOException {
        Instant before = clock.instant();
        Optional<String> said = Probe.say(List.of("date", "+%s%N"), scratch);
        Instant after = clock.instant();
        if (said.isEmpty() || !said.get().matches("\\d{16,19}")) {
            return Check.warn(
                    AREA, "date", "date gives no nanoseconds", "times are taken by Java instead, around each command");
        }
        long nanos = Long.parseLong(said.get());
        Instant read = Instant.ofEpochSecond(nanos / 1_000_000_000L, nanos % 1_000_000_000L);
        boolean isBetween = !read.isBefore(before.minus(STEP)) && !read.isAfter(after.plus(STEP));
        return isBetween
                ? Check.ok(AREA, "date", "agrees with this program")
                : Check.fail(
                        AREA, "date", "says " + read + ", this program " + after, "one of them is set by a wrapper");
    }

    private static Path folder(Path scratch, @Nullable String ledger) {
        return Optional.ofNullable(ledger)
                .flatMap(url -> LedgerLocation.of(url).base())
                .map(Path::getParent)
                .filter(Files::isWritable)
                .orElse(scratch);
    }

    private static Check files(Clock clock, Path folder) throws IOException {
        Instant before = clock.instant();
        Path file = Files.createTempFile(folder, ".amdahl-clock", ".tmp");
        try {
            Instant there = Files.getLastModifiedTime(file).toInstant();
            return apart("files", "the file system of " + folder, before, clock.instant(), there);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static Check server(Clock clock, String ledger) {
        try {
            Instant before = clock.instant();
            Instant there = LedgerReader.time(ledger, before);
            return apart("server", "the ledger's server", before, clock.instant(), there);
        } catch (AmdahlException away) {
            return Check.fail(AREA, "server", String.valueOf(away.getMessage()), "then ask again");
        }
    }

    /** Of a clock that was read between two looks at this one. */
    static Check apart(String name, String whose, Instant before, Instant after, Instant there) {
        Duration apart = outside(before, after, there);
        String found = millis(apart) + " apart from " + whose;
        return apart.compareTo(COARSE) > 0 ? Check.warn(AREA, name, found, SYNCHRONISE) : Check.ok(AREA, name, found);
    }

    private static String millis(Duration time) {
        return String.format(Locale.ROOT, "%.1f ms", time.toNanos() / 1e6);
    }
}
