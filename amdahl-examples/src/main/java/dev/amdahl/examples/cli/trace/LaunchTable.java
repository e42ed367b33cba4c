package dev.amdahl.examples.cli.trace;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.profilers.kineto.KinetoProfile;
import dev.amdahl.profilers.kineto.host.FrameWork;
import dev.amdahl.spi.profiler.Profile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Device time by the module and by the line of code that launched it. Immutable. */
final class LaunchTable {
    private final List<FrameWork> modules;
    private final List<FrameWork> lines;
    private final long nanos;

    private LaunchTable(List<FrameWork> modules, List<FrameWork> lines, long nanos) {
        this.modules = modules;
        this.lines = lines;
        this.nanos = nanos;
    }

    /** Returns the tables; empty where no trace has Python frames that launch work. */
    static Optional<LaunchTable> of(List<Profile> parts) {
        List<KinetoProfile> traces = parts.stream()
                .filter(KinetoProfile.class::isInstance)
                .map(KinetoProfile.class::cast)
                .toList();
        LaunchTable table = new LaunchTable(
                sum(traces, KinetoProfile::moduleWork),
                sum(traces, KinetoProfile::lineWork),
                traces.stream().mapToLong(KinetoProfile::workNanos).sum());
        return table.modules.isEmpty() && table.lines.isEmpty() ? Optional.empty() : Optional.of(table);
    }

    private static List<FrameWork> sum(List<KinetoProfile> traces, Function<KinetoProfile, List<FrameWork>> of) {
        return by(traces.stream().flatMap(trace -> of.apply(trace).stream()).toList(), FrameWork::frame);
    }

    private static List<FrameWork> by(List<FrameWork> all, Function<FrameWork, String> name) {
        Map<String, FrameWork> sums = all.stream()
                .collect(Collectors.toMap(
                        name,
                        Function.identity(),
                        (a, b) -> new FrameWork(a.frame(), a.launches() + b.launches(), a.nanos() + b.nanos()),
                        TreeMap::new));
        List<FrameWork> sorted = new ArrayList<>();
        sums.forEach((named, sum) -> sorted.add(new FrameWork(named, sum.launches(), sum.nanos())));
        sorted.sort(Comparator.comparingLong(FrameWork::nanos).reversed());
        return List.copyOf(sorted);
    }

    /** Returns a row for each of the first kinds of modules; what differs only in its number is one kind. */
    List<List<String>> modules(int most) {
        Map<String, Long> instances =
                modules.stream().collect(Collectors.groupingBy(LaunchTable::kind, Collectors.counting()));
        return by(modules, LaunchTable::kind).stream()
                .limit(most)
                .map(one -> row(one, List.of(String.valueOf(instances.get(one.frame())))))
                .toList();
    }

    private static String kind(FrameWork module) {
        return module.frame().replaceFirst("_\\d+$", "");
    }

    /** Returns a row for each of the first lines. */
    List<List<String>> lines(int most) {
        return lines.stream().limit(most).map(one -> row(one, List.of())).toList();
    }

    private List<String> row(FrameWork one, List<String> between) {
        List<String> row = new ArrayList<>();
        row.add(TraceTables.cut(one.frame()));
        row.addAll(between);
        row.add(Long.toString(one.launches()));
        row.add(Words.number("%.3f", one.nanos() / 1e6));
        row.add(Words.percent((double) one.nanos() / Math.max(1, nanos)));
        return row;
    }

    ObjectNode json(int most) {
        ObjectNode all = Json.object().put("ns", nanos);
        all.set("modules", Json.tree(modules.subList(0, Math.min(most, modules.size()))));
        all.set("lines", Json.tree(lines.subList(0, Math.min(most, lines.size()))));
        return all.put("modules_in_all", modules.size()).put("lines_in_all", lines.size());
    }
}
