package dev.amdahl.examples.watch;

import dev.amdahl.core.internal.anomaly.Signal;
import dev.amdahl.profilers.internal.TextLines;
import dev.amdahl.profilers.internal.joblog.LogSample;
import dev.amdahl.spi.PrivateKeyLines;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.job.Anomaly.Place;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A job's log: loss, step times, norms and rates of its steps, and lines that say that it failed. Not thread-safe. */
final class LogLines {
    private static final Pattern RATE = Pattern.compile(
            "(?i)\\b((?:samples|tokens|images|sequences|examples|records)(?:/s(?:ec)?|[ _]per[ _]sec(?:ond)?)|throughput)\\b[\\s:=\"]{0,6}(\\d{1,15}(?:\\.\\d{1,9})?(?:e[+-]?\\d{1,3})?)");
    private static final Pattern NORM = Pattern.compile(
            "(?i)\\bgrad(?:ient)?[ _]?norm\\b[\\s:=\"]{0,6}(\\d{1,15}(?:\\.\\d{1,9})?(?:e[+-]?\\d{1,3})?|nan|inf)");
    private static final Pattern FAILED = Pattern.compile(
            "(?i)^\\s*(?:\\S{0,60}(?:Error|Exception)\\b\\s?:|.{0,80}\\b(?:CUDA error|NVRM: Xid|ncclSystemError|NCCL (?:WARN|error).{0,80}(?:timeout|error|fail)|segmentation fault|core dumped|uncorrectable ECC))");
    private static final int SHOWN = 160;

    private final Feed feed;
    private final PrivateKeyLines keys = new PrivateKeyLines();
    private boolean hasFailed;
    private long step = -1;

    LogLines(Feed feed) {
        this.feed = feed;
    }

    void read(TextLines lines) {
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (!line.isBlank()) {
                Optional<LogSample> sample = LogSample.of(line);
                sample.ifPresent(this::sample);
                figures(line, sample);
                failure(line, keys.shown(line));
            }
        }
    }

    private void sample(LogSample sample) {
        step = sample.step();
        OptionalLong time = sample.epochNanos();
        put("step", Signal.STEP, time, (double) sample.step());
        if (sample.hasLoss()) {
            put("loss", Signal.LOSS, time, sample.loss());
        }
        if (!Double.isNaN(sample.seconds())) {
            put("step_seconds", Signal.STEP_SECONDS, time, sample.seconds());
        }
    }

    private void figures(String line, Optional<LogSample> sample) {
        OptionalLong time = sample.map(LogSample::epochNanos).orElse(OptionalLong.empty());
        Matcher rate = RATE.matcher(line);
        if (sample.isPresent() && rate.find()) {
            put(rate.group(1), Signal.RATE, time, Double.parseDouble(rate.group(2)));
        }
        Matcher norm = NORM.matcher(line);
        if (sample.isPresent() && norm.find()) {
            put("grad_norm", Signal.GRADIENT_NORM, time, number(norm.group(1)));
        }
    }

    private void put(String name, Signal signal, OptionalLong time, double value) {
        feed.sample(new Place("", "", "", name), signal, time, step, value);
    }

    /** The first failure counts; what follows it is its echo. */
    private void failure(String line, String shown) {
        if (!hasFailed && FAILED.matcher(line).find()) {
            hasFailed = true;
            String clean = Redaction.of(shown.replaceAll("\\p{Cntrl}+", " ").strip());
            feed.failed(
                    new Place("", "", "", "log"),
                    LogSample.timeOf(line),
                    step,
                    clean.length() > SHOWN ? clean.substring(0, SHOWN) : clean);
        }
    }

    private static double number(String text) {
        return switch (text.toLowerCase(java.util.Locale.ROOT)) {
            case "nan" -> Double.NaN;
            case "inf" -> Double.POSITIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }
}
