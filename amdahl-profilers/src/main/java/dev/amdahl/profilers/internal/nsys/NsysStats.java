package dev.amdahl.profilers.internal.nsys;

import dev.amdahl.profilers.internal.CsvFields;
import dev.amdahl.profilers.internal.FileProfile;
import dev.amdahl.profilers.internal.Numbers;
import dev.amdahl.profilers.internal.TextLines;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Adds up tables of statistics. Not thread-safe, used once. */
final class NsysStats {
    private static final int MAX_KERNELS = 20_000;
    private static final int SHOWN = 5;
    private static final Pattern UNIT = Pattern.compile(".*\\((ns|us|ms|s|B|KB|MB|GB|KiB|MiB|GiB)\\)");
    private static final Map<String, Double> FACTORS = Map.of(
            "ns", 1e-9, "us", 1e-6, "ms", 1e-3, "s", 1.0, "B", 1.0, "KB", 1e3, "MB", 1e6, "GB", 1e9, "KiB", 1024.0,
            "MiB", 1048576.0);

    private final Artifact artifact;
    private final ProfileLimits limits;
    private final Map<String, Double> counters = new TreeMap<>();
    private final List<HotFrame> kernels = new ArrayList<>();
    private List<String> header = List.of();
    private boolean any;
    private int rows;
    private long leftOut;

    NsysStats(Artifact artifact, ProfileLimits limits) {
        this.artifact = artifact;
        this.limits = limits;
    }

    Profile read() {
        try (TextLines lines = TextLines.open(artifact, limits)) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                line(line, lines);
            }
            if (!any || rows == 0) {
                throw lines.invalid(
                        any ? "a header and no row" : "no header of a statistics table",
                        "write it again with nsys stats --format csv");
            }
        }
        kernels.sort(Comparator.comparingDouble(HotFrame::seconds).reversed());
        return new FileProfile(NsysStatsProfiler.NAME, artifact, Optional.empty(), counters, kernels, findings());
    }

    private void line(String line, TextLines lines) {
        if (line.isBlank() || line.startsWith("Processing ") || line.startsWith(" ** ")) {
            header = List.of();
            return;
        }
        List<String> fields = CsvFields.of(line);
        if (isHeader(fields)) {
            header = fields;
            any = true;
        } else if (!header.isEmpty()) {
            if (++rows > limits.maxEvents()) {
                throw lines.invalid("holds more than " + limits.maxEvents() + " rows", "write fewer reports");
            }
            if (fields.size() == header.size()) {
                row(fields, lines);
            } else {
                leftOut++;
            }
        }
    }

    private static boolean isHeader(List<String> fields) {
        return fields.size() > 3
                && (fields.get(0).startsWith("Time") || fields.get(0).startsWith("Total ("))
                && (fields.contains("Name") || fields.contains("Operation"));
    }

    private void row(List<String> fields, TextLines lines) {
        for (String field : fields.subList(0, fields.size() - 1)) {
            if (Numbers.hasDecimalComma(field)) {
                throw lines.invalid("the value " + field + " has a decimal comma", "write it again with LC_ALL=C");
            }
        }
        boolean sizes = header.get(0).startsWith("Total (");
        Optional<Double> total = value(fields, sizes ? "Total (" : "Total Time");
        Optional<Double> count = value(fields, "Instances")
                .or(() -> value(fields, "Num Calls"))
                .or(() -> value(fields, "Count"))
                .or(() -> value(fields, "Operations"));
        String name = fields.get(header.contains("Name") ? header.indexOf("Name") : header.indexOf("Operation"));
        if (total.isEmpty() || total.get() < 0 || name.isEmpty()) {
            leftOut++;
            return;
        }
        if (sizes) {
            size(name, total.get(), fields);
        } else if (header.contains("Operation")) {
            add(operation(name), total.get(), count);
        } else if (header.contains("Instances")) {
            add(
                    NsysNames.COMMUNICATION.matcher(name).find() ? "communication_kernels" : "compute_kernels",
                    total.get(),
                    count);
            if (kernels.size() < MAX_KERNELS) {
                kernels.add(new HotFrame(name, total.get()));
            }
        } else {
            call(name, total.get(), count);
        }
    }

    private void size(String name, double bytes, List<String> fields) {
        counters.merge(operation(name) + "_bytes", bytes, Double::sum);
        if (operation(name).equals("copies_to_device")) {
            value(fields, "Med (")
                    .filter(median -> median >= 0)
                    .ifPresent(median -> counters.put("h2d_copy_bytes_p50", median));
        }
    }

    private void call(String name, double seconds, Optional<Double> count) {
        if (NsysNames.isSynchronize(name)) {
            add("synchronising_calls", seconds, count);
        } else if (NsysNames.isBlockingCopy(name)) {
            add("blocking_copies", seconds, count);
        } else if (NsysNames.isLaunch(name)) {
            add("launch_calls", seconds, count);
        }
    }

    private static String operation(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.contains("memset")) {
            return "fills";
        }
        if (lower.contains("host-to-device") || lower.contains("htod")) {
            return "copies_to_device";
        }
        return lower.contains("device-to-host") || lower.contains("dtoh") ? "copies_to_host" : "other_copies";
    }

    private void add(String what, double seconds, Optional<Double> count) {
        counters.merge(what + "_seconds", seconds, Double::sum);
        count.ifPresent(number -> counters.merge(what, number, Double::sum));
    }

    /** Returns a field by the beginning of its column's name, in seconds or bytes where the column names a unit; ns where it names none. */
    private Optional<Double> value(List<String> fields, String column) {
        for (int i = 0; i < header.size(); i++) {
            String name = header.get(i);
            if (name.startsWith(column)) {
                Matcher unit = UNIT.matcher(name);
                double bare = column.startsWith("Total Time") ? 1e-9 : 1;
                double factor = unit.matches() ? FACTORS.getOrDefault(unit.group(1), Double.NaN) : bare;
                return Numbers.parse(fields.get(i))
                        .map(number -> number * factor)
                        .filter(Double::isFinite);
            }
        }
        return Optional.empty();
    }

    private List<String> findings() {
        List<String> findings = new ArrayList<>();
        double all = kernels.stream().mapToDouble(HotFrame::seconds).sum();
        for (HotFrame kernel : kernels.stream().limit(all > 0 ? SHOWN : 0).toList()) {
            String name = kernel.frame().length() > 100 ? kernel.frame().substring(0, 100) + "…" : kernel.frame();
            findings.add(String.format(
                    Locale.ROOT,
                    "kernel %s: %.1f %% of the kernel time, at most %.2fx over it",
                    name,
                    100 * kernel.seconds() / all,
                    1 / Math.max(1e-6, 1 - kernel.seconds() / all)));
        }
        if (leftOut > 0) {
            findings.add("left out rows that do not fit their header: " + Plurals.grouped(leftOut));
        }
        return findings;
    }
}
