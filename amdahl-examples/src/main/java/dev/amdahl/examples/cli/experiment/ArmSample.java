package dev.amdahl.examples.cli.experiment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ArmTimes;
import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.examples.cli.common.Json;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/** The wall seconds of one arm over all pairs that count, in order of running; at least one. */
final class ArmSample {
    private final double[] seconds;

    private ArmSample(double[] seconds) {
        this.seconds = seconds;
    }

    static ArmSample of(ArmTimes times, ToDoubleFunction<ArmTimes.Pair> arm) {
        return new ArmSample(times.pairs().stream().mapToDouble(arm).toArray());
    }

    double[] seconds() {
        return seconds.clone();
    }

    double median() {
        return Summary.median(seconds);
    }

    double min() {
        return Arrays.stream(seconds).min().orElseThrow();
    }

    double max() {
        return Arrays.stream(seconds).max().orElseThrow();
    }

    /** Returns the standard deviation; 0 of a single run. */
    double deviation() {
        return seconds.length < 2 ? 0 : Summary.standardDeviation(seconds);
    }

    /** Returns cells: median, mean and standard deviation, range, runs. */
    String[] cells(String name) {
        return new String[] {
            name,
            ReportText.seconds(median()),
            ReportText.seconds(Summary.mean(seconds))
                    + (seconds.length < 2 ? "" : " ± " + ReportText.seconds(deviation())),
            ReportText.seconds(min()) + " to " + ReportText.seconds(max()),
            "" + seconds.length
        };
    }

    ObjectNode json() {
        return Json.object()
                .put("median", median())
                .put("mean", Summary.mean(seconds))
                .put("stddev", deviation())
                .put("min", min())
                .put("max", max())
                .put("runs", seconds.length);
    }
}
