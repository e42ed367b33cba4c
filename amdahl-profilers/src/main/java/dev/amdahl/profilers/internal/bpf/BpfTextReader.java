package dev.amdahl.profilers.internal.bpf;

import dev.amdahl.profilers.internal.TextLines;
import dev.amdahl.profilers.internal.stacks.FoldedLine;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the outputs of one text, line by line. Not thread-safe, used once. */
final class BpfTextReader {
    private static final Pattern STATS =
            Pattern.compile("^count (\\d{1,18}), average (-?\\d{1,18}), total (-?\\d{1,18})$");
    private static final Pattern LOST =
            Pattern.compile("(\\d{1,15}) stack traces (?:lost|could not be displayed)|Lost (\\d{1,15}) events");
    private static final Pattern KEY = Pattern.compile("^([a-z_]{1,20}) = (.{1,200})$");
    private static final Pattern FRAMING =
            Pattern.compile("^(\\^C|\\d\\d:\\d\\d:\\d\\d|Attach(ed|ing) \\d{1,6} probes?.{0,20})$");

    private final Artifact artifact;
    private final ProfileLimits limits;
    private final BpfResults results = new BpfResults();
    private final StackBlock block = new StackBlock();
    private @Nullable Histogram histogram;
    private String unit = "";
    /** Whose the next histogram is, where bcc prints one for each operation, disk or process. */
    private String section = "";

    private @Nullable MapLine map;
    private long lines;
    private long skipped;
    private long firstSkipped;
    private long cutPlaces;
    private long lost;
    private long badRows;

    BpfTextReader(Artifact artifact, ProfileLimits limits) {
        this.artifact = artifact;
        this.limits = limits;
    }

    Profile read() {
        try (TextLines text = TextLines.open(artifact, limits)) {
            for (String line = text.nextWhole(); line != null; line = text.nextWhole()) {
                lines = text.number();
                if (!take(line)) {
                    skipped++;
                    firstSkipped = firstSkipped == 0 ? lines : firstSkipped;
                }
            }
            closeHistogram();
            skipped += text.longLines();
            if (results.isEmpty()) {
                throw text.invalidFile("no histogram, map or stack of bpftrace or bcc", "give the tool's output");
            }
        }
        if (skipped > 0) {
            results.finding("skipped " + skipped + " of " + Plurals.of(lines, "line")
                    + ": no output that is read (prose, tables, usage), the first at line "
                    + firstSkipped);
        }
        if (cutPlaces > 0) {
            results.finding("the output is cut at " + Plurals.of(cutPlaces, "place")
                    + " ([...]): counts are too small by what is missing");
        }
        if (lost > 0) {
            results.finding("events or stacks that the tool lost: " + Plurals.grouped(lost));
        }
        if (badRows > 0) {
            results.finding("left out " + Plurals.of(badRows, "row") + " of histograms: out of range");
        }
        return results.profile(artifact, BpfTextProfiler.NAME);
    }

    /** Returns whether the line is part of an output or of its framing. */
    private boolean take(String line) {
        if (block.isMap()) {
            return stackOfMap(line);
        }
        if (row(line)) {
            return true;
        }
        Optional<StackBlock.Counted> ended = block.end(line);
        if (ended.isPresent()) {
            results.stack(ended.get().frames(), ended.get().count());
            return true;
        }
        Optional<String> head = BccRow.unit(line);
        if (head.isPresent()) {
            closeHistogram();
            histogram = new Histogram();
            unit = head.get();
            return true;
        }
        if (block.frame(line)) {
            return true;
        }
        block.reset();
        closeHistogram();
        return line.isBlank() || entry(line) || folded(line) || framing(line);
    }

    private boolean row(String line) {
        Histogram open = histogram;
        if (open == null) {
            return false;
        }
        long nanos = TimeUnits.nanos(map == null ? unit : map.name()).orElse(1);
        if (map == null) {
            Optional<BccRow> row = BccRow.of(line);
            row.ifPresent(
                    r -> add(open, TimeUnits.scaled(r.low(), nanos), TimeUnits.scaled(r.high(), nanos), r.count()));
            return row.isPresent();
        }
        Optional<BpftraceRow> row = BpftraceRow.of(line);
        row.ifPresent(r -> add(open, TimeUnits.scaled(r.low(), nanos), TimeUnits.scaled(r.high(), nanos), r.count()));
        return row.isPresent();
    }

    private void add(Histogram open, long low, long high, long count) {
        badRows += open.add(low, high, count) ? 0 : 1;
    }

    private void closeHistogram() {
        Histogram open = histogram;
        MapLine entry = map;
        if (open != null && open.total() > 0) {
            if (entry == null) {
                results.histogram(section, unit, open);
            } else {
                results.map(entry.name(), entry.key(), open);
            }
        }
        if (open != null) {
            section = "";
        }
        histogram = null;
        map = null;
    }

    private boolean entry(String line) {
        Optional<MapLine> found = MapLine.of(line);
        if (found.isEmpty()) {
            return false;
        }
        MapLine entry = found.get();
        if (entry.isOpen()) {
            block.beginMap();
            return true;
        }
        if (entry.value().isEmpty()) {
            histogram = new Histogram();
            map = entry;
            return true;
        }
        Matcher stats = STATS.matcher(entry.value());
        if (stats.find()) {
            results.value(entry.shown() + ".count", Double.parseDouble(stats.group(1)));
            results.value(entry.shown() + ".average", Double.parseDouble(stats.group(2)));
            results.value(entry.shown() + ".total", Double.parseDouble(stats.group(3)));
            return true;
        }
        boolean isNumber = entry.value().matches("-?\\d{1,18}");
        if (isNumber) {
            results.value(entry.shown(), Double.parseDouble(entry.value()));
        }
        return isNumber;
    }

    private boolean stackOfMap(String line) {
        Optional<StackBlock.Counted> ended = block.end(line);
        if (ended.isPresent()) {
            if (!ended.get().frames().isEmpty()) {
                results.stack(ended.get().frames(), ended.get().count());
            }
            return true;
        }
        boolean isInside = line.isBlank() || block.frame(line);
        if (!isInside) {
            block.reset();
        }
        return isInside;
    }

    private boolean folded(String line) {
        if (line.indexOf(';') <= 0 || line.startsWith("#")) {
            return false;
        }
        Optional<FoldedLine> stack = FoldedLine.of(line);
        stack.ifPresent(folded -> results.stack(folded.frames(), folded.count()));
        return stack.isPresent();
    }

    private boolean framing(String line) {
        Optional<ToolRun> run = ToolRun.of(line);
        if (run.isPresent()) {
            results.run(run.get());
            return true;
        }
        if (line.strip().equals("[...]")) {
            cutPlaces++;
            return true;
        }
        Matcher losing = LOST.matcher(line);
        if (losing.find()) {
            lost += Long.parseLong(losing.group(1) == null ? losing.group(2) : losing.group(1));
            return true;
        }
        Matcher key = KEY.matcher(line);
        if (key.find()) {
            section = key.group(1) + "[" + key.group(2).strip().replaceAll("^b?['\"]|['\"]$", "") + "].";
            return true;
        }
        return FRAMING.matcher(line).find();
    }
}
