package dev.amdahl.examples.cli.trace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.analysis.TraceAccount.Collective;
import dev.amdahl.core.internal.timeline.analysis.Distribution;
import dev.amdahl.core.internal.timeline.analysis.KernelBreakdown;
import dev.amdahl.core.internal.timeline.analysis.LaunchStatistics;
import dev.amdahl.core.internal.timeline.analysis.Overlap;
import dev.amdahl.core.internal.timeline.analysis.StepRoles;
import dev.amdahl.core.internal.timeline.analysis.Steps;
import dev.amdahl.core.internal.timeline.analysis.StreamIdle;
import dev.amdahl.core.internal.timeline.analysis.StreamQueue;
import dev.amdahl.core.internal.timeline.analysis.TraceAnalysis;
import dev.amdahl.core.internal.timeline.detect.Detection;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.profilers.kineto.TraceSummary;
import dev.amdahl.profilers.kineto.host.FrameWait;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of every {@code trace --json}, written out, in the names that data binding would give them: binding costs more than
 * reading a middling trace.
 */
final class TraceJson {
    private TraceJson() {}

    static void add(ObjectNode document, TraceSummary summary, TraceAnalysis analysis) {
        document.set("device", device(summary.device()));
        TraceSummary.Accelerators others = summary.accelerators();
        if (others != null) {
            document.set("accelerators", accelerators(others));
        }
        ArrayNode idle = array();
        for (StreamIdle stream : analysis.idle()) {
            idle.add(stream(stream));
        }
        ArrayNode kernels = array();
        for (TraceSummary.Kernel kernel : summary.kernels()) {
            kernels.add(kernel(kernel));
        }
        ArrayNode overlap = array();
        for (Overlap device : analysis.overlap()) {
            overlap.add(overlap(device));
        }
        ArrayNode queue = array();
        for (StreamQueue stream : analysis.queue()) {
            queue.add(queue(stream));
        }
        Overlap all = analysis.overlapAll();
        document.set("idle", idle);
        document.set("kernels", kernels);
        document.set("kernel_breakdown", breakdown(analysis.kernels()));
        document.set("overlap", overlap);
        document.set("overlap_all", all == null ? JsonNodeFactory.instance.nullNode() : overlap(all));
        document.set("queue", queue);
        document.set("launches", launches(analysis.launches()));
        document.set("steps", steps(analysis.steps()));
    }

    private static ObjectNode device(TraceSummary.Device device) {
        return Json.object()
                .put("gpu_ops", device.gpuOps())
                .put("span_ns", device.spanNanos())
                .put("busy_ns", device.busyNanos())
                .put("idle_ns", device.idleNanos())
                .put("compute_ns", device.computeNanos())
                .put("comm_ns", device.commNanos())
                .put("mem_ns", device.memNanos())
                .put("comm_overlapped_by_compute_ns", device.commOverlappedByComputeNanos());
    }

    private static ObjectNode accelerators(TraceSummary.Accelerators others) {
        return Json.object()
                .put("ops", others.ops())
                .put("span_ns", others.spanNanos())
                .put("busy_ns", others.busyNanos())
                .put("idle_ns", others.idleNanos())
                .put("compute_ns", others.computeNanos())
                .put("comm_ns", others.commNanos())
                .put("mem_ns", others.memNanos());
    }

    private static ObjectNode kernel(TraceSummary.Kernel kernel) {
        return Json.object()
                .put("name", kernel.name())
                .put("activity", kernel.activity().name())
                .put("count", kernel.count())
                .put("total_ns", kernel.totalNanos())
                .put("mean_ns", kernel.meanNanos())
                .put("max_ns", kernel.maxNanos());
    }

    private static ObjectNode stream(StreamIdle stream) {
        ArrayNode reasons = array();
        for (StreamIdle.Part part : stream.reasons()) {
            reasons.add(Json.object()
                    .put("reason", part.reason().name())
                    .put("ns", part.nanos())
                    .put("share", part.share())
                    .put("gaps", part.gaps()));
        }
        ArrayNode longest = array();
        for (StreamIdle.Gap gap : stream.longest()) {
            longest.add(Json.object()
                    .put("start_ns", gap.startNanos())
                    .put("ns", gap.nanos())
                    .put("reason", gap.reason().name())
                    .put("before", gap.before())
                    .put("after", gap.after())
                    .put("launch", gap.launch()));
        }
        ObjectNode row = Json.object()
                .put("name", stream.name())
                .put("device", stream.device())
                .put("ops", stream.ops())
                .put("span_ns", stream.spanNanos())
                .put("busy_ns", stream.busyNanos())
                .put("idle_ns", stream.idleNanos())
                .put("gaps", stream.gaps())
                .put("longest_gap_ns", stream.longestGapNanos())
                .put("launch_anomalies", stream.launchAnomalies());
        row.set("reasons", reasons);
        row.set("longest_gaps", longest);
        return row;
    }

    private static ObjectNode overlap(Overlap device) {
        return Json.object()
                .put("device", device.device())
                .put("span_ns", device.spanNanos())
                .put("busy_ns", device.busyNanos())
                .put("idle_ns", device.idleNanos())
                .put("compute_ns", device.computeNanos())
                .put("communication_ns", device.communicationNanos())
                .put("communication_exposed_ns", device.communicationExposedNanos())
                .put("communication_overlapped_ns", device.communicationOverlappedNanos())
                .put("overlap_share", device.overlapShare())
                .put("copy_ns", device.copyNanos())
                .put("copy_exposed_ns", device.copyExposedNanos());
    }

    private static ObjectNode breakdown(KernelBreakdown kernels) {
        ArrayNode types = array();
        for (KernelBreakdown.Part part : kernels.types()) {
            types.add(Json.object()
                    .put("type", part.type())
                    .put("ns", part.nanos())
                    .put("share", part.share()));
        }
        ArrayNode families = array();
        for (KernelBreakdown.Family family : kernels.families()) {
            families.add(Json.object()
                    .put("family", family.family().name())
                    .put("count", family.count())
                    .put("ns", family.nanos())
                    .put("share", family.share()));
        }
        ArrayNode top = array();
        for (KernelBreakdown.Kernel kernel : kernels.top()) {
            ObjectNode row = Json.object()
                    .put("name", kernel.name())
                    .put("activity", kernel.activity().name())
                    .put("family", kernel.family().name());
            row.set("duration", distribution(kernel.duration()));
            top.add(row);
        }
        ObjectNode breakdown = Json.object();
        breakdown.set("types", types);
        breakdown.set("families", families);
        breakdown.set("top", top);
        return breakdown;
    }

    private static JsonNode distribution(@Nullable Distribution of) {
        if (of == null) {
            return JsonNodeFactory.instance.nullNode();
        }
        return Json.object()
                .put("count", of.count())
                .put("total_ns", of.totalNanos())
                .put("mean_ns", of.meanNanos())
                .put("min_ns", of.minNanos())
                .put("p50_ns", of.p50Nanos())
                .put("p95_ns", of.p95Nanos())
                .put("max_ns", of.maxNanos());
    }

    private static ObjectNode queue(StreamQueue stream) {
        return Json.object()
                .put("name", stream.name())
                .put("device", stream.device())
                .put("launches", stream.launches())
                .put("unlinked", stream.unlinked())
                .put("max", stream.maxLength())
                .put("mean", stream.meanLength())
                .put("p50", stream.p50Length())
                .put("p95", stream.p95Length())
                .put("full_ns", stream.fullNanos());
    }

    private static ObjectNode launches(LaunchStatistics launches) {
        ArrayNode calls = array();
        for (LaunchStatistics.Call call : launches.byCall()) {
            ObjectNode row = Json.object().put("name", call.name());
            distributions(row, call.call(), call.delay(), call.work());
            row.put("slow_calls", call.slowCalls())
                    .put("late_starts", call.lateStarts())
                    .put("longer_than_work", call.longerThanWork());
            calls.add(row);
        }
        ObjectNode all = Json.object()
                .put("calls", launches.calls())
                .put("graphs", launches.graphs())
                .put("unlinked_ops", launches.unlinkedOps());
        distributions(all, launches.call(), launches.delay(), launches.work());
        all.put("slow_calls", launches.slowCalls())
                .put("late_starts", launches.lateStarts())
                .put("longer_than_work", launches.longerThanWork());
        all.set("by_call", calls);
        return all;
    }

    private static void distributions(
            ObjectNode row, @Nullable Distribution call, @Nullable Distribution delay, @Nullable Distribution work) {
        row.set("call", distribution(call));
        row.set("delay", distribution(delay));
        row.set("work", distribution(work));
    }

    private static ObjectNode steps(Steps steps) {
        ArrayNode shares = array();
        for (Steps.Utilization one : steps.utilisation()) {
            shares.add(Json.object().put("device", one.device()).put("share", one.share()));
        }
        ArrayNode each = array();
        for (StepRoles step : steps.steps()) {
            each.add(step(step));
        }
        StepRoles mean = steps.mean();
        ObjectNode all = Json.object().put("marked", steps.marked());
        all.set("mean", mean == null ? JsonNodeFactory.instance.nullNode() : step(mean));
        all.set("utilisation", shares);
        all.set("steps", each);
        return all;
    }

    private static ObjectNode step(StepRoles step) {
        return Json.object()
                .put("step", step.name())
                .put("start_ns", step.startNanos())
                .put("complete", step.isComplete())
                .put("kernel_ns", step.kernelNanos())
                .put("memcpy_ns", step.memcpyNanos())
                .put("memset_ns", step.memsetNanos())
                .put("communication_ns", step.communicationNanos())
                .put("runtime_ns", step.runtimeNanos())
                .put("data_loader_ns", step.dataLoaderNanos())
                .put("cpu_op_ns", step.cpuOpNanos())
                .put("other_ns", step.otherNanos())
                .put("total_ns", step.totalNanos())
                .put("collective_ns", step.collectiveNanos())
                .put("collective_exposed_ns", step.collectiveExposedNanos());
    }

    static ArrayNode detections(List<Detection> detections) {
        ArrayNode rows = array();
        for (Detection detection : detections) {
            ArrayNode evidence = array();
            for (Detection.Figure figure : detection.evidence()) {
                evidence.add(Json.object()
                        .put("metric", figure.metric())
                        .put("value", figure.value())
                        .put("unit", figure.unit())
                        .put("comparison", figure.comparison())
                        .put("threshold", figure.threshold()));
            }
            ObjectNode row = Json.object()
                    .put("rule", detection.rule())
                    .put("outcome", detection.outcome().name())
                    .put("class", detection.bottleneck().name())
                    .put("statement", detection.statement());
            row.set("evidence", evidence);
            row.put("wall_ceiling", detection.wallCeiling()).put("accelerator_ceiling", detection.acceleratorCeiling());
            row.set("fills", Json.texts(detection.fills()));
            rows.add(row);
        }
        return rows;
    }

    static ArrayNode collectives(List<Collective> collectives) {
        ArrayNode rows = array();
        for (Collective one : collectives) {
            ObjectNode row = Json.object()
                    .put("name", one.name())
                    .put("ranks", one.ranks())
                    .put("bytes", one.bytes())
                    .put("calls", one.calls())
                    .put("ns", one.nanos())
                    .put("median_ns", one.medianNanos())
                    .put("least_ns", one.leastNanos());
            row.set("bus_bytes_per_second_median", Json.number(one.busRate(one.medianNanos())));
            row.set("bus_bytes_per_second_best", Json.number(one.busRate(one.leastNanos())));
            rows.add(row);
        }
        return rows;
    }

    static ArrayNode waits(List<FrameWait> waits) {
        ArrayNode rows = array();
        for (FrameWait wait : waits) {
            rows.add(Json.object()
                    .put("frame", wait.frame())
                    .put("activity", wait.activity().name())
                    .put("calls", wait.calls())
                    .put("self_ns", wait.selfNanos())
                    .put("total_ns", wait.totalNanos()));
        }
        return rows;
    }

    private static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }
}
