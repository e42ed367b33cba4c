package dev.amdahl.examples.traces;

import static dev.amdahl.core.internal.timeline.analysis.IdleReason.HOST_CPU;
import static dev.amdahl.core.internal.timeline.analysis.IdleReason.HOST_RUNTIME;
import static dev.amdahl.core.internal.timeline.analysis.IdleReason.INPUT_WAIT;
import static dev.amdahl.core.internal.timeline.analysis.IdleReason.KERNEL_TO_KERNEL;
import static dev.amdahl.core.internal.timeline.analysis.IdleReason.LAUNCH_LATENCY;
import static dev.amdahl.core.internal.timeline.analysis.IdleReason.OTHER_STREAM;
import static dev.amdahl.core.internal.timeline.analysis.IdleReason.SYNC_DRAIN;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.internal.timeline.analysis.IdleReason;
import dev.amdahl.core.internal.timeline.analysis.KernelBreakdown;
import dev.amdahl.core.internal.timeline.analysis.KernelFamily;
import dev.amdahl.core.internal.timeline.analysis.Overlap;
import dev.amdahl.core.internal.timeline.analysis.StreamIdle;
import dev.amdahl.core.internal.timeline.analysis.StreamQueue;
import dev.amdahl.core.internal.timeline.analysis.TraceAnalysis;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Analyses of recorded traces against figures that were computed from the files independently. */
final class TraceAnalysisTest {
    @Test
    void idleTimeAndOverlapOfEveryTraceEqualTheReferences() throws IOException {
        long kernels = 0;
        long unknown = 0;
        int seen = 0;
        for (Path file : references()) {
            JsonNode expected = RecordedTraces.expected("exact/" + file.getFileName());
            if (expected.path("devices").size() != 1) {
                continue;
            }
            String input = expected.get("input").asText();
            String folder =
                    Files.exists(Requires.data("traces").resolve("kineto").resolve(input)) ? "kineto" : "kineto-edge";
            TraceAnalysis analysis = TraceAnalysis.of(RecordedTraces.timeline(folder, input));
            Overlap device = analysis.overlap().get(0);
            assertThat(List.of(
                            device.busyNanos(),
                            device.idleNanos(),
                            device.computeNanos(),
                            device.communicationNanos(),
                            device.communicationOverlappedNanos(),
                            device.copyNanos()))
                    .as(input)
                    .isEqualTo(Stream.of(
                                    "busy_ns",
                                    "idle_ns",
                                    "compute_ns",
                                    "comm_ns",
                                    "comm_overlapped_by_compute_ns",
                                    "mem_ns")
                            .map(key -> expected.get(key).asLong())
                            .toList());
            assertThat(analysis.idle())
                    .allSatisfy(stream -> assertThat(stream.reasons().stream()
                                    .mapToLong(StreamIdle.Part::nanos)
                                    .sum())
                            .isEqualTo(stream.idleNanos()));
            assertThat(analysis.kernels().types().stream()
                            .mapToLong(KernelBreakdown.Part::nanos)
                            .sum())
                    .isEqualTo(device.busyNanos());
            kernels += device.computeNanos();
            unknown += analysis.kernels().families().stream()
                    .filter(family -> family.family() == KernelFamily.OTHER)
                    .mapToLong(KernelBreakdown.Family::nanos)
                    .sum();
            seen++;
        }
        assertThat(seen).isGreaterThanOrEqualTo(25);
        assertThat((double) unknown / kernels)
                .as("kernels without a known word")
                .isLessThan(.01);
    }

    @Test
    void reasonsOfTheRecommendersStreamsAreThoseOfACountByHand() {
        assertThat(parts(stream("dlrm_8rank_worker0.json.gz", "device 0 stream 7")))
                .containsOnly(
                        Map.entry(HOST_CPU, 6_968_000L),
                        Map.entry(HOST_RUNTIME, 2_216_000L),
                        Map.entry(OTHER_STREAM, 2_050_000L),
                        Map.entry(LAUNCH_LATENCY, 257_000L),
                        Map.entry(SYNC_DRAIN, 18_000L),
                        Map.entry(KERNEL_TO_KERNEL, 62_000L));
        assertThat(parts(stream("dlrm_8rank_worker0.json.gz", "device 0 stream 24")))
                .containsEntry(SYNC_DRAIN, 35_000L)
                .containsEntry(HOST_CPU, 3_391_000L);
    }

    @Test
    void reasonsOfALaunchBoundRunAreThoseOfACountByHand() {
        assertThat(parts(stream("nccl_data.json.gz", "device 0 stream 7")))
                .containsOnly(
                        Map.entry(HOST_CPU, 501_187_085L),
                        Map.entry(HOST_RUNTIME, 34_951_760L),
                        Map.entry(LAUNCH_LATENCY, 4_446_968L),
                        Map.entry(KERNEL_TO_KERNEL, 1_357_780L),
                        Map.entry(OTHER_STREAM, 298_067L));
    }

    @Test
    void moreLoaderWorkersTakeTheInputWaitAway() {
        StreamIdle before = stream("resnet50_num_workers_0.A.pt.trace.json.gz", "device 0 stream 7");
        StreamIdle after = stream("resnet50_num_workers_4.A.pt.trace.json.gz", "device 0 stream 7");
        assertThat(before.reasons().get(0).reason()).isEqualTo(INPUT_WAIT);
        assertThat((double) before.nanos(INPUT_WAIT) / before.spanNanos()).isGreaterThan(.25);
        assertThat((double) after.nanos(INPUT_WAIT) / after.spanNanos()).isLessThan(.02);
    }

    @Test
    void aGraphOfManyKernelsIsOneLaunch() {
        TraceAnalysis analysis = TraceAnalysis.of(RecordedTraces.kineto("tl_vllm_decode_graph.json.gz"));
        StreamQueue queue = analysis.queue().get(0);
        assertThat(analysis.launches().graphs()).isEqualTo(1);
        assertThat(queue.launches()).isEqualTo(14);
        assertThat(queue.unlinked()).isZero();
        assertThat(analysis.idle().get(0).ops()).isEqualTo(434);
        assertThat(parts(analysis.idle().get(0))).containsOnlyKeys(KERNEL_TO_KERNEL);
    }

    private static StreamIdle stream(String file, String name) {
        return TraceAnalysis.of(RecordedTraces.kineto(file)).idle().stream()
                .filter(stream -> stream.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Map<IdleReason, Long> parts(StreamIdle stream) {
        return stream.reasons().stream().collect(Collectors.toMap(StreamIdle.Part::reason, StreamIdle.Part::nanos));
    }

    private static List<Path> references() throws IOException {
        try (Stream<Path> files = Files.list(Requires.data("traces").resolve("expected/exact"))) {
            return files.sorted().toList();
        }
    }
}
