package dev.amdahl.profilers.internal.nsight;

import dev.amdahl.profilers.internal.CsvFields;
import dev.amdahl.profilers.internal.Numbers;
import dev.amdahl.profilers.internal.TextLines;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads what {@code ncu --csv} printed, one row per metric ("details") or one per launch ("raw"). Not thread-safe, used once. */
final class NcuCsv {
    private static final String REMEDY = "write the table again with ncu --csv";

    private final Artifact artifact;
    private final ProfileLimits limits;
    private final NcuKernels kernels = new NcuKernels();
    private final Map<String, Long> dropped = new TreeMap<>();
    private List<String> header = List.of();
    private @Nullable List<String> units;
    private @Nullable NcuLaunch launch;
    private int rows;

    NcuCsv(Artifact artifact, ProfileLimits limits) {
        this.artifact = artifact;
        this.limits = limits;
    }

    NcuReport read() {
        try (TextLines lines = TextLines.open(artifact, limits)) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (line.startsWith("\"")) {
                    row(line, lines);
                }
            }
            finish();
            if (header.isEmpty()) {
                throw lines.invalid("no header of a metrics table", REMEDY);
            }
            if (rows == 0) {
                throw lines.invalid("a header and no row", REMEDY);
            }
        }
        List<String> findings = new ArrayList<>();
        dropped.forEach((what, count) -> findings.add("left out " + what + ": " + Plurals.grouped(count)));
        if (kernels.leftOut() > 0) {
            findings.add("left out " + Plurals.of(kernels.leftOut(), "launch") + " of kernels beyond the first 20000");
        }
        return new NcuReport(kernels.kernels(), findings);
    }

    private void row(String line, TextLines lines) {
        List<String> fields = CsvFields.of(line);
        if (fields.isEmpty()) {
            drop("rows that are cut or have an open quote");
            return;
        }
        if (fields.contains("Kernel Name") && fields.contains("ID")) {
            header = fields;
            units = null;
            return;
        }
        if (header.isEmpty()) {
            return;
        }
        if (++rows > limits.maxEvents()) {
            throw lines.invalid("holds more than " + limits.maxEvents() + " rows", "profile fewer launches");
        }
        if (header.contains("Metric Name")) {
            details(fields, lines);
        } else if (units == null && field(fields, "ID").isEmpty()) {
            units = fields;
            rows--;
        } else {
            raw(fields, lines);
        }
    }

    private void details(List<String> fields, TextLines lines) {
        String kernel = field(fields, "Kernel Name");
        if (kernel.isEmpty()) {
            drop("rows without a kernel");
            return;
        }
        NcuLaunch current = launch(field(fields, "Process ID") + "/" + field(fields, "ID"), kernel);
        String metric = field(fields, "Metric Name");
        String rule = field(fields, "Rule Name");
        if (!metric.isEmpty()) {
            value(current, metric, field(fields, "Metric Unit"), field(fields, "Metric Value"), lines);
        } else if (!rule.isEmpty()) {
            current.add(new NcuRule(
                    rule,
                    field(fields, "Rule Type"),
                    field(fields, "Rule Description"),
                    field(fields, "Estimated Speedup Type"),
                    percent(field(fields, "Estimated Speedup"))));
        } else {
            drop("rows with neither a metric nor a rule");
        }
    }

    private static @Nullable Double percent(String text) {
        return Numbers.parse(text)
                .filter(percent -> percent >= 0 && percent <= 100)
                .orElse(null);
    }

    private void raw(List<String> fields, TextLines lines) {
        finish();
        NcuLaunch current =
                launch(field(fields, "Process ID") + "/" + field(fields, "ID"), field(fields, "Kernel Name"));
        for (int i = 0; i < Math.min(fields.size(), header.size()); i++) {
            if (header.get(i).contains("__")) {
                String unit = units == null || i >= units.size() ? "" : units.get(i);
                value(current, header.get(i), unit, fields.get(i), lines);
            }
        }
    }

    private void value(NcuLaunch current, String metric, String unit, String text, TextLines lines) {
        if (Numbers.hasDecimalComma(text)) {
            throw lines.invalid(
                    "the value " + text + " of " + metric + " has a decimal comma",
                    "write the table again with LC_ALL=C ncu --csv");
        }
        Optional<Quantity> value = Quantity.of(text, unit);
        if (value.isEmpty()) {
            return;
        }
        if (unit.equals("%")
                && metric.contains("hroughput")
                && !NcuKernel.isPossible(value.get().value())) {
            drop("throughputs outside 0 to 100 % of peak");
            return;
        }
        current.add(metric, value.get());
    }

    private NcuLaunch launch(String id, String kernel) {
        NcuLaunch current = launch;
        if (current == null || !current.id.equals(id) || !current.kernel.equals(kernel)) {
            finish();
            current = new NcuLaunch(id, kernel);
            launch = current;
        }
        return current;
    }

    private void finish() {
        if (launch != null) {
            kernels.add(launch);
            launch = null;
        }
    }

    /** Returns a field by its column, empty text where a ragged row does not have it. */
    private String field(List<String> fields, String column) {
        int index = header.indexOf(column);
        return index >= 0 && index < fields.size() ? fields.get(index) : "";
    }

    private void drop(String what) {
        dropped.merge(what, 1L, Long::sum);
    }
}
