package dev.amdahl.profilers.internal.nsight;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Text as {@code ncu --csv} prints it, made up. */
final class NcuText {
    private static final String HEADER =
            "\"ID\",\"Process ID\",\"Process Name\",\"Kernel Name\",\"Section Name\",\"Metric Name\","
                    + "\"Metric Unit\",\"Metric Value\",\"Rule Name\",\"Rule Type\",\"Rule Description\",\"Estimated Speedup Type\","
                    + "\"Estimated Speedup\"";

    private final List<String> lines = new ArrayList<>(List.of("==PROF== Connected to process 7", "loss 0.5", HEADER));

    NcuText metric(int id, String kernel, String metric, String unit, String value) {
        lines.add("\"" + id + "\",\"7\",\"train\",\"" + kernel + "\",\"Section\",\"" + metric + "\",\"" + unit + "\",\""
                + value + "\",");
        return this;
    }

    NcuText rule(int id, String kernel, String rule, String type, String words, String kind, String speedup) {
        lines.add("\"" + id + "\",\"7\",\"train\",\"" + kernel + "\",\"Section\",\"\",\"\",\"\",\"" + rule + "\",\""
                + type + "\",\"" + words + "\",\"" + kind + "\",\"" + speedup + "\"");
        return this;
    }

    NcuText line(String line) {
        lines.add(line);
        return this;
    }

    String text() {
        return String.join("\n", lines) + "\n";
    }

    byte[] bytes() {
        return text().getBytes(StandardCharsets.UTF_8);
    }

    /** Two launches of a kernel, bound by memory in the mean, and one of a kernel that computes. */
    static NcuText small() {
        return new NcuText()
                .metric(0, "copy<float, 4>", "Compute (SM) Throughput", "%", "20")
                .metric(0, "copy<float, 4>", "DRAM Throughput", "%", "80")
                .metric(0, "copy<float, 4>", "Duration", "us", "100")
                .metric(1, "copy<float, 4>", "Compute (SM) Throughput", "%", "60")
                .metric(1, "copy<float, 4>", "DRAM Throughput", "%", "90")
                .metric(1, "copy<float, 4>", "Duration", "ns", "300,000")
                .rule(1, "copy<float, 4>", "Coalescing", "OPT", "Uncoalesced, ''half'' of it", "global", "25")
                .metric(2, "gemm", "Compute (SM) Throughput", "%", "90")
                .metric(2, "gemm", "DRAM Throughput", "%", "30")
                .metric(2, "gemm", "Duration", "msecond", "0.6")
                .rule(2, "gemm", "CPIStall", "INF", "nothing", "", "");
    }
}
