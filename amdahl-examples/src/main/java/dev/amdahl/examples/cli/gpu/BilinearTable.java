package dev.amdahl.examples.cli.gpu;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.Bar;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.gpu.bilinear.FlipSearch;
import dev.amdahl.gpu.bilinear.Format;
import dev.amdahl.gpu.bilinear.HenselLift;
import dev.amdahl.gpu.bilinear.KnownRanks;
import dev.amdahl.gpu.bilinear.Lift;
import dev.amdahl.gpu.bilinear.Ring;
import dev.amdahl.gpu.bilinear.Scheme;
import dev.amdahl.gpu.bilinear.SchemeRun;
import dev.amdahl.gpu.bilinear.SearchPlan;
import dev.amdahl.gpu.bilinear.SearchResult;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code bilinear --table}: every format with sides from 2 to a largest, searched modulo 2 for so long of processor time, half from the
 * definition and half from the best of the next smaller formats, and lifted to the integers.
 *
 * @param largest side
 * @param seconds of processor time for each format
 * @param seed of all that is drawn
 */
record BilinearTable(int largest, int seconds, long seed) {
    private static final int ATTEMPTS = 3;

    /** One thread's processor time, which neighbours change less than wall time. */
    private static final class ProcessorClock extends Clock {
        @Override
        public Instant instant() {
            return Instant.EPOCH.plusNanos(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    /**
     * What came of one format.
     *
     * @param found modulo 2
     * @param lifted the lowest of those found on the way that lifts
     * @param seconds of processor time
     */
    record Row(Scheme found, Optional<Lift> lifted, double seconds, long flips, boolean isRunEqual) {
        Format format() {
            return found.format();
        }

        /** Returns the lowest rank over the integers that was reached: with no denominator. */
        Optional<Integer> whole() {
            return lifted.filter(lift -> lift.denominator() == 1)
                    .map(lift -> lift.scheme().rank());
        }
    }

    Answer answer() {
        Map<String, Scheme> best = new HashMap<>();
        List<Row> rows = new ArrayList<>();
        try (Bar bar = Bar.lasting(
                "searching", Duration.ofSeconds((long) seconds * formats().size()))) {
            for (Format format : formats()) {
                Row row = row(format, best);
                best.put(format.toString(), row.found());
                rows.add(row);
                bar.note(String.format(
                        Locale.ROOT,
                        "%s: rank %d modulo 2, %s over the integers, %.1f s",
                        format,
                        row.found().rank(),
                        row.whole().map(rank -> Integer.toString(rank)).orElse("none"),
                        row.seconds()));
            }
        }
        return answer(rows);
    }

    private List<Format> formats() {
        List<Format> formats = new ArrayList<>();
        for (int n = 2; n <= largest; n++) {
            for (int m = n; m <= largest; m++) {
                for (int p = m; p <= largest; p++) {
                    formats.add(new Format(n, m, p));
                }
            }
        }
        return formats;
    }

    private Row row(Format format, Map<String, Scheme> best) {
        Scheme definition = Scheme.standard(format);
        List<Scheme> starts = Stream.of(
                        new int[] {format.n(), format.m(), format.p() - 1},
                        new int[] {format.n(), format.m() - 1, format.p()},
                        new int[] {format.n() - 1, format.m(), format.p()})
                .map(sides -> best.get(sides[0] + "x" + sides[1] + "x" + sides[2]))
                .filter(Objects::nonNull)
                .map(smaller -> smaller.grown(format))
                .sorted(Comparator.comparingInt(Scheme::rank))
                .limit(1)
                .toList();
        List<Scheme> seen = new ArrayList<>();
        int target = KnownRanks.of(format, Ring.Z2).orElse(1);
        double used = 0;
        long flips = 0;
        List<Scheme> begins = starts.isEmpty() ? List.of(definition) : List.of(starts.get(0), definition);
        for (Scheme start : begins) {
            Duration share = Duration.ofMillis(1000L * seconds / begins.size());
            SearchPlan plan = new SearchPlan(start, Ring.Z2, target, share, seed, 1);
            boolean isDone = seen.stream().anyMatch(scheme -> scheme.rank() <= target);
            if (!isDone) {
                SearchResult result = FlipSearch.run(plan, new ProcessorClock(), Runnable::run, seen::add);
                seen.add(result.best());
                used += result.elapsed().toNanos() * 1e-9;
                flips += result.flips();
            }
        }
        seen.add(definition);
        seen.sort(Comparator.comparingInt(Scheme::rank));
        Optional<Lift> lifted = seen.stream()
                .map(scheme -> HenselLift.of(scheme, seed, ATTEMPTS))
                .flatMap(Optional::stream)
                .filter(lift -> lift.denominator() == 1)
                .findFirst();
        Scheme found = seen.get(0);
        boolean isRunEqual = SchemeRun.modulo2(found, seed).isEqual()
                && lifted.map(lift -> SchemeRun.whole(lift, seed).isEqual()).orElse(true);
        return new Row(found, lifted, used, flips, isRunEqual);
    }

    private Answer answer(List<Row> rows) {
        Table table = new Table(
                "format",
                "definition",
                "modulo 2",
                "known",
                "integers",
                "known",
                "processor s",
                "M flips/s",
                "run equal");
        for (Row row : rows) {
            table.row(
                    row.format().toString(),
                    Integer.toString(row.format().standardRank()),
                    Integer.toString(row.found().rank()),
                    known(row, Ring.Z2),
                    row.whole().map(rank -> Integer.toString(rank)).orElse("none"),
                    known(row, Ring.Z),
                    String.format(Locale.ROOT, "%.1f", row.seconds()),
                    String.format(Locale.ROOT, "%.1f", row.flips() / Math.max(1e-9, row.seconds()) / 1e6),
                    row.isRunEqual() ? "yes" : "no");
        }
        ObjectNode json = Json.object();
        json.put("seed", seed);
        json.put("seconds_each", seconds);
        json.set("rows", Json.array(rows, BilinearTable::json));
        return Answer.of(json, table.toString(), rows.stream().allMatch(Row::isRunEqual));
    }

    private static String known(Row row, Ring ring) {
        return Integer.toString(KnownRanks.of(row.format(), ring).orElseThrow());
    }

    private static ObjectNode json(Row row) {
        ObjectNode json = Json.object()
                .put("format", row.format().toString())
                .put("standard_rank", row.format().standardRank())
                .put("rank_z2", row.found().rank())
                .put("known_rank_z2", KnownRanks.of(row.format(), Ring.Z2).orElseThrow())
                .put("rank_z", row.whole().orElse(null))
                .put("known_rank_z", KnownRanks.of(row.format(), Ring.Z).orElseThrow());
        return json.put("processor_seconds", row.seconds())
                .put("flips", row.flips())
                .put("run_equal", row.isRunEqual());
    }
}
