package dev.amdahl.profilers.internal.kineto.hta;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.profilers.Recorded;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Traces that real profilers wrote, against what HTA itself said of them. */
final class RecordedHtaTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final List<String> KEYS = List.of(
            "temporal_breakdown",
            "idle_time_breakdown",
            "comm_comp_overlap",
            "gpu_kernel_breakdown_nomem",
            "queue_length_summary",
            "cuda_kernel_launch_stats",
            "gpu_kernel_breakdown",
            "gpu_kernel_breakdown_default_top",
            "memory_bw_summary",
            "time_blocked_on_full_queue",
            "gpu_user_annotation_breakdown");

    private static final double TOLERANCE = 1e-6;

    /**
     * HTA's sort is unstable and moves events of one moment: launches and begins of work, ends and begins of copies. Here launches and
     * ends come first, on which these figures depend a little.
     */
    private static final Pattern DEPENDS_ON_TIES = Pattern.compile(
            "queue_length_summary.*\\.(mean|std|[0-9]+%)$|memory_bw_summary.*\\.(count|mean|std|[0-9]+%)$");

    private static final double TIES = .015;

    /** Two copies of which one begins as the other ends count in HTA as at once. */
    private static final Pattern MAY_BE_LESS = Pattern.compile("memory_bw_summary.*\\.max$");

    @Test
    void everyKeyOfEveryTraceIsWhatHtaSays() throws IOException {
        compare(Requires.data("traces"), 38, 30_000);
    }

    @Test
    void everyKeyOfTheSmallTracesDoesToo() throws IOException {
        compare(Recorded.small(), 6, 500);
    }

    private void compare(Path traces, int leastFiles, int leastFigures) throws IOException {
        List<String> differences = new ArrayList<>();
        int results = 0;
        int files = 0;
        for (Path reference : references(traces)) {
            JsonNode expected = MAPPER.readTree(reference.toFile());
            HtaReport report = report(traces, expected);
            for (String key : KEYS) {
                String place = reference.getFileName() + " " + key;
                results += compare(place, expected.path(key), report.json().path(key), differences);
                boolean failed = expected.path("errors").has(key)
                        || expected.path("hta_fails").asBoolean();
                assertThat(report.findings().stream()
                                .anyMatch(finding -> finding.contains(key + ": ") || finding.contains("bare array")))
                        .as("%s says that HTA fails: %s", reference, report.findings())
                        .isEqualTo(failed);
            }
            files++;
        }
        assertThat(files).isGreaterThanOrEqualTo(leastFiles);
        assertThat(results).as("figures").isGreaterThan(leastFigures);
        assertThat(differences).isEmpty();
    }

    private static HtaReport report(Path traces, JsonNode expected) {
        List<Path> files = new ArrayList<>();
        for (JsonNode input : expected.get("input")) {
            files.add(Stream.of("kineto", "kineto-edge")
                    .map(folder -> traces.resolve(folder).resolve(input.asText()))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(input + " is in neither folder of traces")));
        }
        return HtaCompat.read(
                files,
                ProfileLimits.DEFAULT,
                expected.path("include_last_profiler_step").asBoolean());
    }

    private static List<Path> references(Path traces) throws IOException {
        try (Stream<Path> files = Files.list(traces.resolve("expected/hta"))) {
            return files.sorted().toList();
        }
    }

    /** Notes every leaf that differs and gives the number of leaves; absent and null are one, numbers may differ by a millionth. */
    private static int compare(String place, JsonNode wanted, JsonNode got, List<String> differences) {
        boolean areEqual = wanted.equals(got)
                || (isNothing(wanted) && isNothing(got))
                || (wanted.isNumber() && got.isNumber() && areClose(place, wanted.doubleValue(), got.doubleValue()));
        if (!wanted.isContainerNode() || wanted.getNodeType() != got.getNodeType() || wanted.size() != got.size()) {
            if (!areEqual) {
                differences.add(place + ": wanted " + wanted + ", got " + got);
            }
            return 1;
        }
        int leaves = 0;
        if (wanted.isArray()) {
            for (int i = 0; i < wanted.size(); i++) {
                leaves += compare(place + "[" + i + "]", wanted.get(i), got.get(i), differences);
            }
        } else {
            for (Map.Entry<String, JsonNode> member : wanted.properties()) {
                String key = member.getKey();
                leaves += compare(place + "." + key, member.getValue(), got.path(key), differences);
            }
        }
        return leaves;
    }

    private static boolean areClose(String place, double wanted, double got) {
        if (MAY_BE_LESS.matcher(place).find() && got <= wanted) {
            return true;
        }
        double tolerance = DEPENDS_ON_TIES.matcher(place).find() ? TIES : TOLERANCE;
        return Math.abs(got - wanted) <= tolerance * Math.abs(wanted);
    }

    private static boolean isNothing(JsonNode node) {
        return node.isMissingNode() || node.isNull();
    }
}
