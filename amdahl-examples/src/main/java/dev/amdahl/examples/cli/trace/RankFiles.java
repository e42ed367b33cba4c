package dev.amdahl.examples.cli.trace;

import dev.amdahl.core.internal.timeline.analysis.NamedTimeline;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.job.Timeline;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Predicate;

/**
 * Which files of a folder are the ranks of one job in one window. A trace's own word for its rank is kept, else the number in the file's
 * name, and only where no file has either, its place. Of several windows, as a profiler that runs again writes them, and of several
 * jobs, the one with most ranks is taken.
 *
 * @param ranks one file for each rank, by number
 * @param findings what was left out and why
 */
record RankFiles(List<NamedTimeline> ranks, List<String> findings) {
    private static final int MAX_NAMED = 10;

    private record Part(NamedTimeline rank, double world) {
        Timeline timeline() {
            return rank.timeline();
        }
    }

    static RankFiles of(List<Path> files, List<TraceReading> readings) {
        List<String> findings = new ArrayList<>();
        List<Part> job = ofOneJob(parts(files, readings, findings), findings);
        List<Part> window = ofOneWindow(job, findings);
        Map<Integer, Part> byRank = new LinkedHashMap<>();
        List<String> twice = new ArrayList<>();
        for (Part part : window) {
            Part known = byRank.get(part.rank().rank());
            if (known == null || span(part) > span(known)) {
                byRank.put(part.rank().rank(), part);
            }
            if (known != null) {
                twice.add((span(part) > span(known) ? known : part).rank().name());
            }
        }
        leftOut(twice, "a longer file of the same rank and window is there", findings);
        return new RankFiles(
                byRank.values().stream()
                        .map(Part::rank)
                        .sorted(Comparator.comparingInt(NamedTimeline::rank))
                        .toList(),
                findings);
    }

    private static List<Part> parts(List<Path> files, List<TraceReading> readings, List<String> findings) {
        List<OptionalInt> numbers = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            Double own = readings.get(i).profile().counters().get("trace_rank");
            numbers.add(own == null ? NamedTimeline.rankOf(name(files.get(i))) : OptionalInt.of(own.intValue()));
        }
        boolean isNumbered = numbers.stream().anyMatch(OptionalInt::isPresent);
        List<Part> parts = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            String name = name(files.get(i));
            OptionalInt number = isNumbered ? numbers.get(i) : OptionalInt.of(i);
            if (number.isEmpty()) {
                unknown.add(name);
                continue;
            }
            int rank = number.getAsInt();
            double world = readings.get(i).profile().counters().getOrDefault("trace_world_size", 0.0);
            readings.get(i)
                    .profile()
                    .timeline()
                    .ifPresent(timeline -> parts.add(new Part(new NamedTimeline(name, rank, timeline), world)));
        }
        leftOut(unknown, "neither the trace nor its file name says its rank, unlike those of others", findings);
        return parts;
    }

    /** Files that say how many ranks their job has, and say something else than most, are of another. */
    private static List<Part> ofOneJob(List<Part> parts, List<String> findings) {
        Map<Double, Integer> worlds = new HashMap<>();
        parts.stream().filter(part -> part.world() > 0).forEach(part -> worlds.merge(part.world(), 1, Integer::sum));
        double most = worlds.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(0.0);
        return kept(
                parts,
                part -> part.world() == 0 || part.world() == most,
                "its job has a different number of ranks",
                findings);
    }

    /** Clocks of several machines need not agree: where no two files share a moment, times tell nothing. */
    private static List<Part> ofOneWindow(List<Part> parts, List<String> findings) {
        List<Part> byStart = parts.stream()
                .sorted(Comparator.comparingLong(part -> part.timeline().startNanos()))
                .toList();
        List<List<Part>> windows = new ArrayList<>();
        long until = Long.MIN_VALUE;
        for (Part part : byStart) {
            if (windows.isEmpty() || part.timeline().startNanos() >= until) {
                windows.add(new ArrayList<>());
            }
            windows.get(windows.size() - 1).add(part);
            until = Math.max(until, part.timeline().endNanos());
        }
        List<Part> best = windows.stream()
                .max(Comparator.<List<Part>>comparingLong(RankFiles::ranks).thenComparingLong(RankFiles::length))
                .orElse(List.of());
        return best.size() < 2 && ranks(parts) == parts.size()
                ? parts
                : kept(parts, best::contains, "it was recorded at a different time than most ranks", findings);
    }

    private static List<Part> kept(List<Part> parts, Predicate<Part> isKept, String why, List<String> findings) {
        leftOut(
                parts.stream()
                        .filter(isKept.negate())
                        .map(part -> part.rank().name())
                        .toList(),
                why,
                findings);
        return parts.stream().filter(isKept).toList();
    }

    private static void leftOut(List<String> names, String why, List<String> findings) {
        if (!names.isEmpty()) {
            String more = names.size() > MAX_NAMED ? ", …" : "";
            findings.add("left out of the comparison " + Plurals.of(names.size(), "file") + " ("
                    + String.join(", ", names.stream().limit(MAX_NAMED).toList()) + more + "): " + why);
        }
    }

    private static long ranks(List<Part> parts) {
        return parts.stream().map(part -> part.rank().rank()).distinct().count();
    }

    private static long length(List<Part> parts) {
        return parts.stream().mapToLong(RankFiles::span).sum();
    }

    private static long span(Part part) {
        return part.timeline().endNanos() - part.timeline().startNanos();
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
