package dev.amdahl.core.trial;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What one node of several told of an arm.
 *
 * @param host its name
 * @param exitCode that of the command on it
 * @param before when that started, by the node's own clocks
 * @param after when it had ended
 * @param cpuSeconds user and system time of its processes
 */
record NodeRun(String host, int exitCode, Moment before, Moment after, OptionalDouble cpuSeconds) {
    private static final Pattern LINE = Pattern.compile("(\\S+) (\\d{1,3}) (\\S+ \\S+ \\S+) (\\S+ \\S+ \\S+) ?(.*)");

    /** Returns those of an arm in the order of its nodes; one that did not tell is missing. */
    static List<NodeRun> read(NodeRecord record, String arm) {
        List<NodeRun> runs = new ArrayList<>();
        int nodes = (int) record.number(arm + ".nodes").orElse(0);
        for (int i = 0; i < nodes; i++) {
            record.text(arm + ".node." + i).flatMap(NodeRun::parse).ifPresent(runs::add);
        }
        return runs;
    }

    /** Returns the hosts of an arm that several nodes ran, in the order of its nodes; empty unless all told. */
    static Optional<String> hosts(NodeRecord record, String arm) {
        List<NodeRun> runs = read(record, arm);
        boolean isWhole =
                runs.size() > 1 && runs.size() == record.number(arm + ".nodes").orElse(0);
        return isWhole
                ? Optional.of(runs.stream().map(NodeRun::host).collect(Collectors.joining(" ")))
                : Optional.empty();
    }

    private static Optional<NodeRun> parse(String line) {
        Matcher matcher = LINE.matcher(line);
        return matcher.matches()
                ? Moment.parse(matcher.group(3))
                        .flatMap(before -> Moment.parse(matcher.group(4))
                                .map(after -> new NodeRun(
                                        matcher.group(1),
                                        Integer.parseInt(matcher.group(2)),
                                        before,
                                        after,
                                        CpuTimes.seconds(matcher.group(5)))))
                : Optional.empty();
    }

    double seconds() {
        return after.secondsSince(before);
    }

    boolean isStepped() {
        return after.isSteppedSince(before);
    }

    /** Returns how long the slowest node took. */
    static OptionalDouble slowest(List<NodeRun> runs) {
        return runs.stream().mapToDouble(NodeRun::seconds).max();
    }

    /** Returns by what share of its time the slowest node outlasted the fastest. */
    static OptionalDouble skew(List<NodeRun> runs) {
        double slowest = slowest(runs).orElse(0);
        double fastest = runs.stream().mapToDouble(NodeRun::seconds).min().orElse(0);
        return slowest > 0 && runs.size() > 1 ? OptionalDouble.of(1 - fastest / slowest) : OptionalDouble.empty();
    }

    /** Returns the processor time of all of them; empty if that of one is missing. */
    static OptionalDouble cpuSeconds(List<NodeRun> runs) {
        return runs.stream().allMatch(run -> run.cpuSeconds.isPresent())
                ? OptionalDouble.of(runs.stream()
                        .mapToDouble(run -> run.cpuSeconds.getAsDouble())
                        .sum())
                : OptionalDouble.empty();
    }

    /** Returns lines about the nodes of an arm that all told: which took longest and which least, and what their accelerators did. */
    static List<String> compared(NodeRecord record, String arm) {
        List<NodeRun> runs = read(record, arm);
        List<DeviceReadings> readings = DeviceReadings.ofNodes(record, arm);
        List<String> lines = new ArrayList<>();
        if (hosts(record, arm).isPresent()) {
            NodeRun slowest = Collections.max(runs, Comparator.comparingDouble(NodeRun::seconds));
            NodeRun fastest = Collections.min(runs, Comparator.comparingDouble(NodeRun::seconds));
            lines.add("of " + runs.size() + " nodes the slowest is " + slowest.told() + ", the fastest "
                    + fastest.told());
            List<String> told = new ArrayList<>();
            for (int i = 0; i < runs.size(); i++) {
                String host = runs.get(i).host;
                readings.get(i).samples().ifPresent(samples -> told.add(host + " " + samples.told()));
            }
            if (told.size() > 1) {
                lines.add("accelerators by node: " + String.join(", ", told));
            }
        }
        return lines;
    }

    String told() {
        return String.format(Locale.ROOT, "%s %.2f s", host, seconds())
                + (exitCode == 0 ? "" : " (ended with " + exitCode + ")");
    }
}
