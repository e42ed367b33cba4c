package dev.amdahl.core.internal.refute.circumstance;

import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.ValueSource;
import java.util.List;
import java.util.stream.Stream;

/** Whether a patch touches lines that name what a job reports of itself: by words, so that it may miss some. */
final class MetricLines {
    private static final int MIN_LENGTH = 3;

    private MetricLines() {}

    static boolean areTouched(Change change, MetricSpec metric) {
        if (!(change instanceof PatchChange patch) || metric.source().isEmpty()) {
            return false;
        }
        List<String> words = words(metric, metric.source().get());
        return patch.diff()
                .lines()
                .filter(line -> line.startsWith("+") || line.startsWith("-"))
                .filter(line -> !line.startsWith("+++ ") && !line.startsWith("--- "))
                .anyMatch(line -> words.stream().anyMatch(line::contains));
    }

    /** Of its name and of where it is read: the words of a pattern, the last part of a pointer. */
    private static List<String> words(MetricSpec metric, ValueSource source) {
        String place = source instanceof ValueSource.Json json
                ? json.pointer().substring(json.pointer().lastIndexOf('/') + 1)
                : ((ValueSource.Stdout) source).pattern().replaceAll("\\\\\\w", " ");
        return Stream.concat(Stream.of(metric.name()), Stream.of(place.split("\\W+")))
                .filter(word -> word.length() >= MIN_LENGTH)
                .toList();
    }
}
