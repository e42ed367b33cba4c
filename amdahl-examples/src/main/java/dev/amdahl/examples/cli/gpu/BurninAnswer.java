package dev.amdahl.examples.cli.gpu;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.common.Width;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.gpu.health.BurnInReport;
import dev.amdahl.gpu.health.CheckResult;
import dev.amdahl.gpu.health.Grade;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The answer of {@code burnin}.
 *
 * @param host where it ran
 * @param report what was found
 */
record BurninAnswer(String host, BurnInReport report) {

    Answer answer() {
        ObjectNode json = Json.object();
        json.put("verdict", report.grade().name());
        json.put("backend", report.backend());
        json.put("device", report.device().name());
        json.put("host", host);
        json.set("phases", Json.array(report.phases(), BurninAnswer::json));
        json.set("reasons", Json.texts(report.reasons()));
        return Answer.of(json, text(), report.grade() != Grade.FAIL);
    }

    static ObjectNode json(CheckResult phase) {
        ObjectNode figures = Json.object();
        phase.figures().forEach((name, value) -> figures.set(name, Json.number(value)));
        ObjectNode json = Json.object();
        json.put("phase", phase.check());
        json.put("outcome", phase.outcome().name());
        json.put("seconds", phase.seconds());
        json.set("figures", figures);
        json.set("reasons", Json.texts(phase.reasons()));
        return json;
    }

    private String text() {
        Table table = new Table("phase", "outcome", "seconds", "measured");
        for (CheckResult phase : report.phases()) {
            table.row(
                    phase.check(),
                    phase.outcome().name().toLowerCase(Locale.ROOT),
                    Words.number("%.1f", phase.seconds()),
                    measured(phase));
        }
        String device = report.device().name();
        return text(report.grade(), device, report.backend(), host, table, report.reasons());
    }

    static String text(Grade grade, String devices, String backend, String host, Table table, List<String> reasons) {
        Width width = Width.ofTerminal();
        return grade + "  " + Table.clean(devices) + " (" + backend + ") of " + Table.clean(host) + '\n' + table
                + reasons.stream().map(reason -> width.lines("  ", reason)).collect(Collectors.joining());
    }

    /** Returns the figures of a phase that people look for. */
    static String measured(CheckResult phase) {
        Map<String, Double> figures = phase.figures();
        return switch (phase.check()) {
            case "memory" ->
                number(figures, "bytes", 1 << 20, "%.0f MiB, ") + number(figures, "wrong_words", 1, "%.0f wrong words");
            case "copy" ->
                number(figures, "copy_bytes_per_second", 1e9, "%.1f GB/s within, ")
                        + number(figures, "host_to_device_bytes_per_second", 1e9, "%.1f up, ")
                        + number(figures, "device_to_host_bytes_per_second", 1e9, "%.1f down");
            case "soak" ->
                number(figures, "products", 1, "%.0f products, ")
                        + number(figures, "wrong_products", 1, "%.0f wrong, ")
                        + number(figures, "flops_per_second", 1e9, "%.1f GFLOP/s");
            case "telemetry" ->
                number(figures, "samples", 1, "%.0f samples, ")
                        + number(figures, "most_celsius", 1, "at most %.0f C, ")
                        + number(figures, "least_sm_mhz", 1, "at least %.0f MHz");
            case "rates" ->
                number(figures, "fp32_share", .01, "fp32 %.0f %%, ")
                        + number(figures, "bf16_share", .01, "bf16 %.0f %% of the declared peak");
            case "links" ->
                number(figures, "pairs", 1, "%.0f links, ")
                        + number(figures, "through_the_host", 1, "%.0f through the host");
            case "all_reduce" ->
                number(figures, "ranks", 1, "%.0f ranks, ")
                        + number(figures, "bus_bytes_per_second", 1e9, "%.0f GB/s of bus");
            case "nvlink" ->
                number(figures, "links", 1, "%.0f a device, ")
                        + number(figures, "errors_during", 1, "%.0f more errors");
            case "kernel_log" ->
                number(figures, "xids_during", 1, "%.0f more Xid, ") + number(figures, "xids_before", 1, "%.0f before");
            case "fleet" -> number(figures, "compared_with", 1, "beside %.0f of its kind");
            default -> number(figures, "memory_bytes", 1 << 30, "%.1f GiB");
        };
    }

    private static String number(Map<String, Double> figures, String name, double unit, String format) {
        Double value = figures.get(name);
        return value == null ? "" : Words.number(format, value / unit);
    }
}
