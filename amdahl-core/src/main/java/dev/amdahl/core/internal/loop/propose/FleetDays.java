package dev.amdahl.core.internal.loop.propose;

import dev.amdahl.core.internal.loop.PluginGuard;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.job.FamilyDay;
import dev.amdahl.spi.job.FamilySums;
import dev.amdahl.spi.job.FamilyTally;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.FleetSums;
import dev.amdahl.spi.job.FleetTotals;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The last 28 days of a fleet and today, UTC, by family, without reading all of them in each cycle: runs count on the day on which they
 * ended, and sums of days that ended more than two days ago are kept in a file, so that only later days and unfinished runs are asked for, at
 * most every five minutes. A run that the source tells of more than two days late is seen when all is read again, once a week. Sources
 * without an identity, and fleets of very many families, are read whole. Not thread-safe.
 */
final class FleetDays {
    static final int WINDOW_DAYS = 28;
    static final int LATE_DAYS = 2;
    static final Duration FRESH = Duration.ofMinutes(5);
    private static final Duration WHOLE = Duration.ofDays(7);
    private static final int MAX_ROWS = 200_000;

    private final Path folder;
    private final Consumer<String> notes;

    FleetDays(Path folder, Consumer<String> notes) {
        this.folder = folder;
        this.notes = notes;
    }

    /** Returns the sums over all parts of a fleet; a part that does not answer counts as it was last seen, which is noted. */
    FleetSums read(FleetSource fleet, Instant now) {
        Map<String, FamilyTally> tallies = new TreeMap<>();
        for (FleetSource part : fleet.parts()) {
            FleetSource guarded =
                    PluginGuard.of(FleetSource.class, part, part.getClass().getName());
            for (FamilyDay day : days(guarded, now)) {
                tallies.computeIfAbsent(day.sums().family(), FamilyTally::new).add(day.sums());
            }
        }
        List<FamilySums> families = tallies.values().stream()
                .map(FamilyTally::sums)
                .sorted(FleetSums.ORDER)
                .toList();
        FleetTotals totals = FleetTotals.NONE;
        for (FamilySums family : families) {
            totals = totals.plus(family);
        }
        return new FleetSums(families, totals, 0, List.of(), List.of());
    }

    private List<FamilyDay> days(FleetSource source, Instant now) {
        LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        LocalDate first = today.minusDays(WINDOW_DAYS);
        Optional<FleetDaysFile> file = source.identity().map(identity -> new FleetDaysFile(folder, identity));
        Optional<FleetDaysFile.Kept> kept = file.flatMap(FleetDaysFile::read)
                .filter(seen -> !seen.first().isAfter(first)
                        && !seen.readAt().isAfter(now)
                        && seen.closed().isAfter(first)
                        && seen.wholeAt().plus(WHOLE).isAfter(now));
        if (kept.isPresent() && kept.get().readAt().plus(FRESH).isAfter(now)) {
            return since(kept.get().days(), first);
        }
        LocalDate from = kept.map(FleetDaysFile.Kept::closed).orElse(first);
        List<FamilyDay> days = new ArrayList<>();
        kept.ifPresent(seen -> seen.days().stream()
                .filter(day -> isWithin(day, first, seen.closed()))
                .forEach(days::add));
        try {
            days.addAll(source.days(start(from), now, now));
        } catch (AmdahlException unanswered) {
            if (unanswered.category() != ErrorCategory.TRANSIENT) {
                throw unanswered;
            }
            notes.accept("what ran in the fleet is not known"
                    + kept.map(seen -> " since " + seen.readAt()).orElse("") + ": " + unanswered.getMessage());
            return kept.map(seen -> since(seen.days(), first)).orElse(List.of());
        }
        if (file.isPresent() && days.size() <= MAX_ROWS) {
            Instant wholeAt = kept.map(FleetDaysFile.Kept::wholeAt).orElse(now);
            file.get().write(new FleetDaysFile.Kept(first, today.minusDays(LATE_DAYS), now, wholeAt, days));
        }
        return days;
    }

    private static List<FamilyDay> since(List<FamilyDay> days, LocalDate first) {
        return days.stream()
                .filter(day -> day.ended().map(ended -> !ended.isBefore(first)).orElse(true))
                .toList();
    }

    private static boolean isWithin(FamilyDay day, LocalDate first, LocalDate end) {
        return day.ended()
                .map(ended -> !ended.isBefore(first) && ended.isBefore(end))
                .orElse(false);
    }

    private static Instant start(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
