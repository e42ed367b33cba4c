package dev.amdahl.examples.cli.trace;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.analysis.TraceAccount;
import dev.amdahl.core.analysis.TraceAccount.By;
import dev.amdahl.core.analysis.TraceAccount.Difference;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.common.Width;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.Timeline;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code trace diff BEFORE AFTER}: which parts of two runs of one job account for the difference of their wall times. */
@Command(
        name = "diff",
        description = "Show what accounts for the difference of two runs of one job.",
        footer = "  amdahl trace diff before.json.gz after.json.gz --by operator")
public final class TraceDiffCommand extends CliCommand {
    private static final double MIN_CHANGE_SECONDS = 1e-6;

    @Parameters(index = "0", paramLabel = "BEFORE", description = "A trace of the first run.")
    private Path before = Path.of("");

    @Parameters(index = "1", paramLabel = "AFTER", description = "A trace of the second run.")
    private Path after = Path.of("");

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            description = "Name the parts by kernel, operator or module; default kernel.")
    private String by = "kernel";

    @Option(
            names = "--per-step",
            description = "Compare seconds per step: for runs that recorded different numbers of steps.")
    private boolean perStep;

    @Option(names = "--top", paramLabel = "N", description = "Parts to show; default all in JSON, else 10.")
    private int top;

    @Override
    public Answer answer() {
        if (top < 0) {
            throw new InvalidInputException("--top", top + " is not a number of parts", "give 1 or more");
        }
        By named = By.valueOf(Options.oneOf("--by", "kind of part", by, List.of("kernel", "operator", "module"))
                .toUpperCase(Locale.ROOT));
        TraceReading.requireFile(before);
        TraceReading.requireFile(after);
        Timeline first = timeline(before, 0);
        Timeline second = timeline(after, TraceRoom.intervals(first));
        Difference difference = TraceAccount.difference(first, second, named);
        double old = unit(before, difference.before());
        double now = unit(after, difference.after());
        List<Difference.Part> parts = difference.parts().stream()
                .map(part -> new Difference.Part(
                        part.bottleneck(),
                        part.name(),
                        part.before() / old,
                        part.after() / now,
                        part.countBefore(),
                        part.countAfter()))
                .sorted(Comparator.comparingDouble(part -> -Math.abs(part.change())))
                .toList();
        return new Rows(
                        difference,
                        parts,
                        difference.before().wallSeconds() / old,
                        difference.after().wallSeconds() / now)
                .answer();
    }

    /** Returns by what the seconds of a run are divided. */
    private double unit(Path file, Difference.Run run) {
        if (perStep && run.steps() == 0) {
            throw new InvalidInputException(file.toString(), "marks no steps", "leave out --per-step");
        }
        return perStep ? run.steps() : 1;
    }

    private Timeline timeline(Path file, long held) {
        TraceReading reading = TraceReading.of(file, this::plugins);
        Timeline timeline = reading.profile()
                .timeline()
                .orElseThrow(() -> new InvalidInputException(
                        reading.name(),
                        "holds no timeline to compare",
                        "give a trace, such as one of the PyTorch profiler"));
        TraceRoom.of(timeline, held).require(reading.name(), false);
        return timeline;
    }

    /** What is shown. */
    private final class Rows {
        private final Difference difference;
        private final List<Difference.Part> parts;
        private final double old;
        private final double now;
        private final Map<Bottleneck, double[]> classes = new EnumMap<>(Bottleneck.class);

        Rows(Difference difference, List<Difference.Part> parts, double old, double now) {
            this.difference = difference;
            this.parts = parts;
            this.old = old;
            this.now = now;
            for (Difference.Part part : parts) {
                double[] sums = classes.computeIfAbsent(part.bottleneck(), added -> new double[2]);
                sums[0] += part.before();
                sums[1] += part.after();
            }
        }

        Answer answer() {
            return isJson() ? Answer.of(json(), "") : Answer.of(Json.object(), text());
        }

        /** Returns the share of the whole change; not a number where there is none. */
        private double share(double change) {
            return Math.abs(now - old) < MIN_CHANGE_SECONDS ? Double.NaN : change / (now - old);
        }

        private List<Map.Entry<Bottleneck, double[]>> byChange() {
            List<Map.Entry<Bottleneck, double[]>> sorted = new ArrayList<>(classes.entrySet());
            sorted.sort(Comparator.comparingDouble(row -> -Math.abs(row.getValue()[1] - row.getValue()[0])));
            return sorted;
        }

        private List<Difference.Part> shown() {
            int most = top > 0 ? top : isJson() ? Integer.MAX_VALUE : 10;
            return parts.subList(0, Math.min(most, parts.size()));
        }

        private double explained() {
            return share(shown().stream().mapToDouble(Difference.Part::change).sum());
        }

        private ObjectNode json() {
            ObjectNode document = Json.object();
            document.set("before", run(before, difference.before(), old));
            document.set("after", run(after, difference.after(), now));
            document.put("per_step", perStep).put("by", by).put("change_seconds", now - old);
            document.set(
                    "classes",
                    Json.array(
                            byChange(),
                            row -> figures(
                                    Json.object().put("class", row.getKey().name()),
                                    row.getValue()[0],
                                    row.getValue()[1])));
            document.set(
                    "parts",
                    Json.array(
                            shown(),
                            part -> figures(
                                            Json.object()
                                                    .put(
                                                            "class",
                                                            part.bottleneck().name())
                                                    .put("name", part.name()),
                                            part.before(),
                                            part.after())
                                    .put("count_before", part.countBefore())
                                    .put("count_after", part.countAfter())));
            document.put("parts_in_all", parts.size()).set("explained", Json.number(explained()));
            return document;
        }

        private static ObjectNode run(Path file, Difference.Run run, double seconds) {
            return Json.object()
                    .put("file", file.toString())
                    .put("seconds", seconds)
                    .put("accelerators", run.accelerators())
                    .put("steps", run.steps());
        }

        private ObjectNode figures(ObjectNode row, double was, double is) {
            row.put("before_seconds", was).put("after_seconds", is).put("change_seconds", is - was);
            row.set("share_of_change", Json.number(share(is - was)));
            return row;
        }

        private String text() {
            StringBuilder out = new StringBuilder();
            out.append(String.format(
                    Locale.ROOT,
                    "%s took %s before and %s after: %s%n",
                    perStep ? "A step" : "The run",
                    time(old),
                    time(now),
                    Words.number("%+.1f %%", 100 * (now / old - 1))));
            extremes().forEach(out::append);
            out.append('\n').append(classes()).append('\n').append(parts());
            out.append('\n').append(Width.line("", sum()));
            notes().forEach(note -> out.append(Width.line("note: ", note)));
            return out.toString();
        }

        /** Returns the class that changed most, and the one that changed most the other way. */
        private List<String> extremes() {
            List<String> lines = new ArrayList<>();
            for (Map.Entry<Bottleneck, double[]> row : byChange()) {
                double change = row.getValue()[1] - row.getValue()[0];
                String line = change < 0 ? "Shrank most: " : "Grew most: ";
                if (Math.abs(change) >= MIN_CHANGE_SECONDS
                        && lines.stream().noneMatch(known -> known.startsWith(line))) {
                    lines.add(line + row.getKey().label() + ", " + signed(change) + "\n");
                }
            }
            return lines;
        }

        /** Returns what the parts that are shown add up to, beside the whole change: with parts that cancel it may be more, or the opposite. */
        private String sum() {
            double whole = rounded(now - old);
            double here = rounded(
                    shown().stream().mapToDouble(Difference.Part::change).sum());
            if (shown().size() == parts.size()) {
                return "All " + parts.size() + " parts add up to the change of " + signed(whole) + ".";
            }
            String these = "What is shown, " + shown().size() + " of " + parts.size() + " parts, ";
            if (share(here) >= 0 && share(here) <= 1) {
                return these + "explains " + Words.percent(share(here)) + " of the change.";
            }
            return these + "adds up to " + signed(here) + " and the rest to " + signed(whole - here)
                    + ", together the change of " + signed(whole) + ".";
        }

        private static double rounded(double seconds) {
            return Math.rint(seconds * 1e6) / 1e6;
        }

        private static String signed(double seconds) {
            return Words.number("%+.6f s", seconds);
        }

        /** Returns how much of all that grew, or of all that shrank, one change is: of their difference it may be any multiple. */
        private String share(double change, double grown, double shrunk) {
            if (Math.abs(change) < MIN_CHANGE_SECONDS) {
                return Words.NONE;
            }
            return change < 0
                    ? Words.percent(change / shrunk) + " of what shrank"
                    : Words.percent(change / grown) + " of what grew";
        }

        private Table classes() {
            Table table = new Table("change", "before", "after", "share", "class");
            double grown = 0;
            double shrunk = 0;
            for (double[] row : classes.values()) {
                grown += Math.max(0, row[1] - row[0]);
                shrunk += Math.min(0, row[1] - row[0]);
            }
            for (Map.Entry<Bottleneck, double[]> row : byChange()) {
                double was = row.getValue()[0];
                double is = row.getValue()[1];
                table.row(
                        signed(is - was),
                        time(was),
                        time(is),
                        share(is - was, grown, shrunk),
                        row.getKey().label());
            }
            return table;
        }

        private Table parts() {
            Table table = new Table("change", "before", "after", "times", "class", by + " or host code");
            List<String> labels =
                    KernelLabel.of(shown().stream().map(Difference.Part::name).toList());
            for (int i = 0; i < labels.size(); i++) {
                Difference.Part part = shown().get(i);
                boolean isWork = part.countBefore() + part.countAfter() > 0;
                table.row(
                        signed(part.change()),
                        isWork && part.countBefore() == 0 ? "new" : time(part.before()),
                        isWork && part.countAfter() == 0 ? "gone" : time(part.after()),
                        isWork ? part.countBefore() + " -> " + part.countAfter() : "",
                        part.bottleneck().label(),
                        labels.get(i).isEmpty() ? "(nothing recorded)" : labels.get(i));
            }
            return table;
        }

        private List<String> notes() {
            List<String> notes = new ArrayList<>();
            Difference.Run first = difference.before();
            Difference.Run second = difference.after();
            if (!perStep && first.steps() != second.steps()) {
                notes.add("the runs recorded " + first.steps() + " and " + second.steps() + " steps"
                        + (Math.min(first.steps(), second.steps()) > 0 ? "; --per-step compares one step" : ""));
            }
            if (first.accelerators() != second.accelerators()) {
                notes.add("the runs show " + first.accelerators() + " and " + second.accelerators()
                        + " accelerators; times are means of one");
            }
            boolean isRelated = parts.stream().anyMatch(part -> part.countBefore() > 0 && part.countAfter() > 0);
            if (!isRelated && !parts.isEmpty()) {
                notes.add("no piece of device work has the same name in both: these may be runs of different jobs");
            }
            return notes;
        }

        private static String time(double seconds) {
            return Words.number("%.6f s", seconds);
        }
    }
}
