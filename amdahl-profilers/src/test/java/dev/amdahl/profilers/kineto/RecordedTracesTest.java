package dev.amdahl.profilers.kineto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Traces that real profilers wrote, against unions computed independently of this reader. */
final class RecordedTracesTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final KinetoProfiler profiler = new KinetoProfiler();

    @Test
    void unionsEqualTheReferenceOfEveryTrace() throws IOException {
        Path traces = traces();
        Map<String, JsonNode> wanted = new TreeMap<>();
        Map<String, JsonNode> got = new TreeMap<>();
        for (Path reference : files(traces.resolve("expected/exact"))) {
            JsonNode node = MAPPER.readTree(reference.toFile());
            String input = node.get("input").asText();
            Path file = Stream.of("kineto", "kineto-edge")
                    .map(folder -> traces.resolve(folder).resolve(input))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow();
            JsonNode device = MAPPER.valueToTree(
                    TraceSummary.of(read(file).timeline().orElseThrow(), 10).device());
            var expected = MAPPER.createObjectNode();
            device.fieldNames()
                    .forEachRemaining(key ->
                            expected.set(key, node.path(key).isMissingNode() ? MAPPER.nullNode() : node.get(key)));
            wanted.put(input, MAPPER.readTree(expected.toString()));
            got.put(input, MAPPER.readTree(device.toString()));
        }
        assertThat(wanted).hasSizeGreaterThanOrEqualTo(29);
        assertThat(got).isEqualTo(wanted);
    }

    @Test
    void everyTraceIsRecognisedAndReadIntoWellFormedLanes() throws IOException {
        Path traces = traces();
        int seen = 0;
        for (String folder : List.of("kineto", "kineto-edge")) {
            for (Path file : files(traces.resolve(folder))) {
                assertThat(profiler.reads(new Artifact(file, "trace")))
                        .as(file.toString())
                        .isTrue();
                wellFormed(read(file).timeline().orElseThrow(), file);
                seen++;
            }
        }
        assertThat(seen).isGreaterThanOrEqualTo(31);
    }

    @Test
    void stepsAndInputWaitsOfABeforeAndAfterPairAreFound() throws IOException {
        Path traces = traces().resolve("kineto");
        Timeline before = read(traces.resolve("resnet50_num_workers_0.A.pt.trace.json.gz"))
                .timeline()
                .orElseThrow();
        Timeline after = read(traces.resolve("resnet50_num_workers_4.A.pt.trace.json.gz"))
                .timeline()
                .orElseThrow();
        assertThat(share(before)).as("415,791 of 1,048,976 us").isCloseTo(.396378, within(1e-5));
        assertThat(share(after)).as("8,522 of 838,152 us").isCloseTo(.010168, within(1e-5));
    }

    /** Input wait over step time. */
    private static double share(Timeline timeline) {
        long steps = sum(timeline, Activity.STEP);
        assertThat(steps).isPositive();
        return (double) sum(timeline, Activity.INPUT_WAIT) / steps;
    }

    private static long sum(Timeline timeline, Activity activity) {
        long sum = 0;
        for (Lane lane : timeline.lanes()) {
            for (int i = 0; i < lane.size(); i++) {
                sum += lane.activity(i) == activity ? lane.end(i) - lane.start(i) : 0;
            }
        }
        return sum;
    }

    private static void wellFormed(Timeline timeline, Path file) {
        for (Lane lane : timeline.lanes()) {
            int unsound = 0;
            for (int i = 0; i < lane.size(); i++) {
                boolean sound = lane.end(i) >= lane.start(i)
                        && (i == 0 || lane.start(i) >= lane.start(i - 1))
                        && lane.start(i) >= timeline.startNanos()
                        && lane.end(i) <= timeline.endNanos()
                        && lane.activity(i).side() == lane.side();
                unsound += sound ? 0 : 1;
            }
            assertThat(unsound).as("%s, %s", file, lane.name()).isZero();
        }
        assertThat(timeline.lanes()).as(file.toString()).isNotEmpty();
    }

    private Profile read(Path file) {
        return profiler.read(new Artifact(file, "trace"), ProfileLimits.DEFAULT);
    }

    private static Path traces() {
        return Requires.data("traces");
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
