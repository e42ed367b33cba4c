package dev.amdahl.profilers.internal.joblog;

import dev.amdahl.profilers.internal.FileProfile;
import dev.amdahl.profilers.internal.FileTimeline;
import dev.amdahl.profilers.internal.LaneColumnsBuilder;
import dev.amdahl.profilers.internal.TextLines;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/** Reads one log, line by line. Not thread-safe, used once. */
final class JobLog {
    private static final Pattern RECOMPILE = Pattern.compile("(?i)\\brecompil(ing|ed)\\b");
    private static final Pattern RESUME = Pattern.compile("(?i)\\b(resum(ing|ed|e)|restor(ing|ed)|restarting)\\b");
    private static final String REMEDY = "log a time or the step's number and length in each line";

    private final Artifact artifact;
    private final ProfileLimits limits;
    private final LogFigures figures = new LogFigures();
    private final Progress progress = new Progress();
    private final LaneColumnsBuilder spans = new LaneColumnsBuilder(Activity.Side.HOST, -1, "job log");
    private final Map<LogMark, Long> open = new EnumMap<>(LogMark.class);
    private final StepTrack timed;
    private final StepTrack untimed;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private boolean any;
    private Optional<LogStep> pending = Optional.empty();
    private Optional<LogTime> pendingTime = Optional.empty();
    private Optional<LogStep> counted = Optional.empty();

    JobLog(Artifact artifact, ProfileLimits limits) {
        this.artifact = artifact;
        this.limits = limits;
        this.timed = new StepTrack(limits.maxEvents());
        this.untimed = new StepTrack(limits.maxEvents());
    }

    Profile read() {
        try (TextLines lines = TextLines.open(artifact, limits)) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (!line.isBlank()) {
                    line(LogLine.of(line), lines);
                }
            }
            flush(lines);
            if (!any && !progress.isSeen()) {
                throw lines.invalid("no time, step or named part in any line", REMEDY);
            }
            if (lines.longLines() > 0) {
                figures.find("cut " + Plurals.of(lines.longLines(), "line") + " longer than " + TextLines.MAX_LENGTH
                        + " bytes");
            }
        }
        boolean hasTimes = first != Long.MAX_VALUE;
        StepTrack track = hasTimes ? timed : untimed;
        figures.finish(track, progress, hasTimes ? first : Long.MIN_VALUE, last);
        return new FileProfile(
                JobLogProfiler.NAME,
                artifact,
                hasTimes
                        ? onTheClock(track)
                        : FileTimeline.of(List.of(spans.build(0), track.lane().build(0)), false),
                figures.counters(),
                List.of(),
                figures.findings());
    }

    private Optional<Timeline> onTheClock(StepTrack track) {
        List<Lane> lanes = List.of(spans.build(0), track.lane().build(0));
        return FileTimeline.of(lanes, true)
                .map(shown -> new FileTimeline(
                        Math.min(first, shown.startNanos()),
                        Math.max(last, shown.endNanos()),
                        true,
                        0,
                        lanes.stream().filter(lane -> lane.size() > 0).toList()));
    }

    private void line(LogLine line, TextLines lines) {
        line.time().ifPresent(time -> {
            first = Math.min(first, time.nanos());
            last = Math.max(last, time.nanos());
            figures.time(time);
        });
        any |= line.time().isPresent() || line.step().isPresent();
        if (RESUME.matcher(line.text()).find()) {
            flush(lines);
            counted = Optional.empty();
            timed.resume();
            untimed.resume();
        }
        if (RECOMPILE.matcher(line.text()).find()) {
            figures.recompile();
        }
        progress.add(line.text());
        Optional<LogMark> mark = LogMark.of(line.text());
        if (line.step().filter(step -> isStep(step, mark)).isPresent()) {
            step(line.step().get(), line, lines);
        } else if (mark.isPresent()) {
            flush(lines);
            mark(mark.get(), line, lines);
        }
    }

    /** A line on a checkpoint names the step that it is of, and is none. */
    private static boolean isStep(LogStep step, Optional<LogMark> mark) {
        return mark.filter(LogMark.EVALUATION::equals).isEmpty()
                && (mark.filter(LogMark.CHECKPOINT::equals).isEmpty() || step.hasLoss());
    }

    /** A step that several loggers write, one line after the other, is one step. */
    private void step(LogStep step, LogLine line, TextLines lines) {
        boolean isSame = pending.filter(step::isOf).isPresent();
        if (!isSame) {
            flush(lines);
        }
        pending = Optional.of(pending.map(known -> known.and(step)).orElse(step));
        pendingTime = line.time().isPresent() ? line.time() : pendingTime;
        figures.rates(line.text());
    }

    private void flush(TextLines lines) {
        if (pending.isEmpty()) {
            return;
        }
        LogStep step = pending.get();
        Optional<LogTime> time = pendingTime;
        pendingTime = Optional.empty();
        figures.step(step, counted.filter(step::isOf).isEmpty());
        counted = pending;
        pending = Optional.empty();
        boolean room = time.isPresent() ? timed.add(step, time) : untimed.add(step, time);
        if (!room) {
            throw lines.invalid(
                    "more than " + limits.maxEvents() + " steps", "log fewer steps or raise the event limit");
        }
    }

    private void mark(LogMark mark, LogLine line, TextLines lines) {
        OptionalDouble seconds = LogMark.seconds(line.text());
        long at = line.time().map(LogTime::nanos).orElse(Long.MIN_VALUE);
        if (seconds.isPresent()) {
            any = true;
            open.remove(mark);
            figures.part(mark, seconds.getAsDouble());
            long length = Math.round(seconds.getAsDouble() * 1e9);
            boolean beside = mark.activity() != Activity.HOST_CODE;
            if (at != Long.MIN_VALUE) {
                span(at - length, at, mark, lines);
            } else if (beside && first == Long.MAX_VALUE) {
                long began = untimed.advance(length);
                span(began, began + length, mark, lines);
            }
        } else if (at != Long.MIN_VALUE && mark.isEnd(line.text()) && open.containsKey(mark)) {
            Long began = open.remove(mark);
            if (began != null && at >= began) {
                figures.part(mark, (at - began) / 1e9);
                span(began, at, mark, lines);
            }
        } else if (at != Long.MIN_VALUE && mark.isBegin(line.text())) {
            open.put(mark, at);
        }
    }

    private void span(long start, long end, LogMark mark, TextLines lines) {
        if (spans.size() == limits.maxEvents()) {
            throw lines.invalid("more than " + limits.maxEvents() + " parts", "raise the event limit");
        }
        spans.add(start, end, mark.activity(), mark.label(), -1);
    }
}
