package dev.amdahl.examples.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.core.internal.timeline.path.CriticalPath;
import dev.amdahl.core.internal.timeline.path.PathKind;
import dev.amdahl.core.internal.timeline.path.PathReport;
import dev.amdahl.core.internal.timeline.path.PathSegments;
import dev.amdahl.core.internal.timeline.path.WhatIf;
import dev.amdahl.profilers.kineto.KinetoProfiler;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Critical paths of recorded traces, against Holistic Trace Analysis and against what one change really brought. */
final class PathTracesTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String FORWARD = "[param|pytorch.model.alex_net|0|0|0|measure|forward]";

    @Test
    void everyTraceHasAPathThatTilesIt() throws IOException {
        int seen = 0;
        for (Path file : files()) {
            Timeline timeline = read(file);
            CriticalPath path = CriticalPath.of(timeline);
            PathSegments segments = path.segments();
            long at = timeline.startNanos();
            for (int i = 0; i < segments.size(); i++) {
                if (segments.start(i) != at || segments.end(i) <= at) {
                    throw new AssertionError(file + ": stretch " + i + " does not begin at " + at);
                }
                at = segments.end(i);
            }
            assertThat(at).as(file.toString()).isEqualTo(timeline.endNanos());
            for (WhatIf answer : path.report().whatIf()) {
                assertThat(answer.lengthNanos())
                        .as("%s %s", file, answer.what())
                        .isBetween(0L, path.lengthNanos());
                if (!answer.what().equals("sync")) {
                    assertThat(answer.speedup())
                            .as("%s %s", file, answer.what())
                            .isBetween(1.0, answer.shareBound() * (1 + 1e-3));
                }
            }
            seen++;
        }
        assertThat(seen).isGreaterThanOrEqualTo(30);
    }

    @Test
    void hostBoundRangeHasTheGroupsOfHtaOnceTheRangeItselfIsLeftOut() throws IOException {
        Path file = trace("alexnet.json.gz");
        CriticalPath path = CriticalPath.of(read(file), FORWARD, 1);
        PathReport report = path.report();
        long own = report.contributors().stream()
                .filter(contributor -> contributor.name().equals(FORWARD))
                .mapToLong(PathReport.Contributor::nanos)
                .sum();
        long sync = nanos(report, PathKind.SYNC);
        JsonNode hta = expected("alexnet");
        double all = (double) (report.lengthNanos() - own - sync);

        assertThat(all / 1_000)
                .as("HTA gives no time to a range outside of the operators in it, nor to calls that synchronise")
                .isCloseTo(hta.get("edge_total_duration").asDouble(), within(2.0));
        JsonNode groups = hta.get("summary_pct");
        double scale = 100 * (report.lengthNanos() - sync) / all;
        assertThat(scale * report.boundBy().cpu() - 100 * own / all)
                .isCloseTo(groups.get("cpu_bound").asDouble(), within(.01));
        assertThat(scale * report.boundBy().compute())
                .isCloseTo(groups.get("gpu_compute_bound").asDouble(), within(.01));
        assertThat(scale * report.boundBy().kernelGap())
                .isCloseTo(groups.get("gpu_kernel_kernel_overhead").asDouble(), within(.01));
        assertThat(scale * report.boundBy().launch())
                .isCloseTo(groups.get("gpu_kernel_launch_overhead").asDouble(), within(.01));
        assertThat(report.boundBy().cpu()).as("as it stands").isCloseTo(.894, within(.002));
    }

    @Test
    void workThatHadToWaitForAnEventHasTheWorkBeforeTheEventAsItsCause() throws IOException {
        Timeline timeline = read(trace("alexnet.json.gz"));
        long end = 0;
        for (Lane lane : timeline.lanes()) {
            for (int i = 0; lane.side() == Activity.Side.DEVICE && i < lane.size(); i++) {
                end = lane.correlation(i) == 5629 ? lane.end(i) : end;
            }
        }
        PathSegments segments =
                CriticalPath.of(timeline, timeline.startNanos(), end).segments();
        int last = segments.size() - 1;
        assertThat(List.of(lane(timeline, segments, last), lane(timeline, segments, last - 2)))
                .as("the trace's only wait for an event that held work back: 5629 on stream 7 for 5606 on stream 20")
                .containsExactly("stream 7", "stream 20");
        assertThat(segments.kind(last - 1)).isEqualTo(PathKind.KERNEL_GAP);
    }

    private static String lane(Timeline timeline, PathSegments segments, int segment) {
        String name = timeline.lanes().get(segments.lane(segment)).name();
        return name.substring(name.indexOf("stream"));
    }

    @Test
    void deviceBoundStepDiffersFromHtaByItsRoundingToMicroseconds() throws IOException {
        Timeline timeline = read(trace("ns_resolution_rank0.json.gz"));
        JsonNode hta = expected("ns_resolution_rank0");
        JsonNode groups = hta.get("summary_pct");
        PathReport exact = CriticalPath.of(timeline, "ProfilerStep", 1).report();
        assertThat(100 * exact.boundBy().kernelGap()).as("HTA's is 2.134 %").isCloseTo(1.17, within(.01));

        long to = exact.fromNanos() + exact.lengthNanos();
        long from = to - hta.get("edge_total_duration").asLong() * 1_000;
        PathReport rounded =
                CriticalPath.of(Reshaped.rounded(timeline), from, to).report();
        assertThat(100 * rounded.boundBy().kernelGap())
                .as("over the work launched in the step, which HTA looks at alone")
                .isCloseTo(groups.get("gpu_kernel_kernel_overhead").asDouble(), within(.01));
        assertThat(100 * rounded.boundBy().compute())
                .isCloseTo(groups.get("gpu_compute_bound").asDouble(), within(.01));
        assertThat(100 * CriticalPath.of(timeline, from, to).report().boundBy().kernelGap())
                .as("the same work without the rounding")
                .isLessThan(1.3);
    }

    @Test
    void stepWithABackwardThreadDiffersFromHtaWhichFollowsThatThreadAlone() throws IOException {
        Timeline timeline = read(trace("trace_diff_control.json.gz"));
        JsonNode groups = expected("trace_diff_control").get("summary_pct");

        PathReport both = CriticalPath.of(timeline, "ProfilerStep", 1).report();
        assertThat(both.lengthNanos()).as("the whole step").isEqualTo(76_940_000L);
        assertThat(100 * both.boundBy().cpu()).isCloseTo(groups.get("cpu_bound").asDouble(), within(1.0));
        PathReport one = CriticalPath.of(Reshaped.without(timeline, "thread 3113936"), "ProfilerStep", 1)
                .report();
        long explained = one.lengthNanos() - nanos(one, PathKind.UNEXPLAINED) - nanos(one, PathKind.SYNC);
        assertThat(explained / 1e3)
                .isCloseTo(
                        expected("trace_diff_control")
                                .get("edge_total_duration")
                                .asDouble(),
                        within(1_000.0));
        assertThat(100 * one.boundBy().cpu()).isCloseTo(groups.get("cpu_bound").asDouble(), within(1.5));
        assertThat(100 * (one.boundBy().compute() + one.boundBy().communication()))
                .isCloseTo(groups.get("gpu_compute_bound").asDouble(), within(1.5));
    }

    @Test
    void inputThatCostsNothingPromisesMoreThanTheRealChangeAndLessThanItsShare() throws IOException {
        CriticalPath before =
                CriticalPath.of(read(trace("resnet50_num_workers_0.A.pt.trace.json.gz")), "ProfilerStep", 0, 5);
        CriticalPath after =
                CriticalPath.of(read(trace("resnet50_num_workers_4.A.pt.trace.json.gz")), "ProfilerStep", 0, 5);
        double real = 177_592.0 / 141_068;
        assertThat(before.lengthNanos() / 6e3).as("mean step before, us").isCloseTo(177_592, within(5.0));

        WhatIf input = before.whatIf("input", EnumSet.of(PathKind.INPUT_WAIT), 0);

        assertThat(input.speedup()).as("ceiling by replay").isCloseTo(1.497, within(.001));
        assertThat(input.speedup())
                .as("1 / (1 - .3337), the share of input waits in which the device did nothing")
                .isCloseTo(1.501, within(.005));
        assertThat(input.speedup()).isBetween(real, input.shareBound());
        assertThat(input.shareBound()).as("1 / (1 - .390)").isCloseTo(1.640, within(.001));
        assertThat(after.whatIf("input", Set.of(PathKind.INPUT_WAIT), 0).speedup())
                .as("nothing is left to gain after the change")
                .isBetween(1.0, 1.02);
    }

    private static long nanos(PathReport report, PathKind kind) {
        return report.kinds().stream()
                .filter(entry -> entry.kind() == kind)
                .mapToLong(PathReport.Kind::nanos)
                .sum();
    }

    private static JsonNode expected(String name) throws IOException {
        return MAPPER.readTree(
                Requires.data("traces/expected/critical_path/" + name + ".json").toFile());
    }

    private static Path trace(String name) {
        return Requires.data("traces/kineto/" + name);
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> good = Files.list(Requires.data("traces/kineto"));
                Stream<Path> edge = Files.list(Requires.data("traces/kineto-edge"))) {
            return Stream.concat(good, edge).sorted().toList();
        }
    }

    private static Timeline read(Path file) {
        return new KinetoProfiler()
                .read(new Artifact(file, "trace"), ProfileLimits.DEFAULT)
                .timeline()
                .orElseThrow();
    }
}
