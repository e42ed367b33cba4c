package dev.amdahl.examples.cli.gpu;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.gpu.roofline.Ceilings;
import dev.amdahl.gpu.roofline.KernelPoint;
import dev.amdahl.gpu.roofline.Work;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The answer of {@code roofline}.
 *
 * @param backend where it was measured
 * @param ceilings what was reached
 * @param asked the kernel that was asked about
 */
record RooflineAnswer(String backend, Ceilings ceilings, Optional<Asked> asked) {

    /**
     * A kernel.
     *
     * @param work what it has to do
     * @param type its arithmetic
     * @param seconds what it takes
     * @param share of the whole job's time
     */
    record Asked(Work work, String type, double seconds, double share) {}

    Answer answer() {
        ObjectNode json = Json.object();
        json.put("backend", backend);
        json.put("device", ceilings.device().name());
        json.put("measured_at", ceilings.measuredAt().toString());
        json.put("copy_bytes_per_second", ceilings.bytesPerSecond());
        json.put("launch_seconds", ceilings.launchSeconds());
        json.put("cache_bytes", ceilings.device().cacheBytes());
        json.set(
                "arithmetic",
                Json.array(
                        List.copyOf(ceilings.flopsPerSecond().keySet()),
                        type -> Json.object()
                                .put("type", type)
                                .put("flops_per_second", ceilings.flopsPerSecond(type))
                                .put("ridge_flops_per_byte", ceilings.ridge(type))));
        asked.ifPresent(kernel -> json.set("kernel", json(kernel)));
        return Answer.of(json, text());
    }

    private ObjectNode json(Asked kernel) {
        KernelPoint point = ceilings.place(kernel.work(), kernel.type(), kernel.seconds());
        ObjectNode json = Json.object();
        json.put("type", kernel.type());
        json.put("intensity_flops_per_byte", point.intensity());
        json.put("attainable_flops_per_second", point.attainable());
        json.put("arithmetic_share", point.flopShare());
        json.put("memory_share", point.byteShare());
        json.put("cache_resident", point.isCacheResident());
        json.put("bound", point.bound().name());
        json.set("gap", Json.number(point.gap()));
        json.put("share_of_job", kernel.share());
        json.set("whole_job_gain", Json.number(point.wholeJobGain(kernel.share())));
        json.put("impossible", point.impossible().orElse(null));
        return json;
    }

    private String text() {
        Table table = new Table("arithmetic", "GFLOP/s", "ridge, FLOP/byte");
        ceilings.flopsPerSecond()
                .forEach((type, rate) ->
                        table.row(type, Words.number("%.1f", rate / 1e9), Words.number("%.2f", ceilings.ridge(type))));
        return String.format(
                        Locale.ROOT,
                        "%s (%s): copies %.1f GB/s, a launch %.1f us%n",
                        Table.clean(ceilings.device().name()),
                        backend,
                        ceilings.bytesPerSecond() / 1e9,
                        ceilings.launchSeconds() * 1e6)
                + table
                + asked.map(this::text).orElse("");
    }

    private String text(Asked kernel) {
        KernelPoint point = ceilings.place(kernel.work(), kernel.type(), kernel.seconds());
        return String.format(
                        Locale.ROOT,
                        "%nkernel    %.2f FLOP/byte, %s-bound: %.0f %% of arithmetic, %s of memory%n"
                                + "gap       %s times its floor; at the floor the whole job is %.2f times as fast%n",
                        point.intensity(),
                        point.bound().name().toLowerCase(Locale.ROOT),
                        100 * point.flopShare(),
                        point.isCacheResident() ? "nothing is said" : Words.number("%.0f %%", 100 * point.byteShare()),
                        Words.number("%.2f", point.gap()),
                        point.wholeJobGain(kernel.share()))
                + point.impossible().map(why -> "doubt     " + why + "\n").orElse("");
    }
}
