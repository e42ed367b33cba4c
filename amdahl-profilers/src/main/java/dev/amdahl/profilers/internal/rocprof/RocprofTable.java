package dev.amdahl.profilers.internal.rocprof;

import dev.amdahl.profilers.internal.CsvFields;
import dev.amdahl.profilers.internal.TextLines;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a table of kernels or of copies. A device has the number of its agent, so that it is the same in both tables. Columns are found by
 * their names, as their order and number differ between releases. Not thread-safe, used once.
 */
final class RocprofTable {
    private static final String REMEDY = "write the kernel trace again, whole, by rocprofv3 --output-format csv";
    private static final Pattern AGENT = Pattern.compile("(?:Agent |GPU )?(\\d{1,4})");
    private static final Pattern WHOLE = Pattern.compile("\\d{1,18}");

    private final RocprofRecords records;
    private final Map<String, String> labels = new HashMap<>();
    private final List<String> header;

    RocprofTable(Artifact artifact, ProfileLimits limits) {
        this.records = new RocprofRecords(artifact.path().toString(), limits);
        try (TextLines lines = TextLines.open(artifact, limits)) {
            String first = lines.next();
            if (first == null || !isHeader(first)) {
                throw lines.invalidFile("does not begin with the columns of a trace of kernels or copies", REMEDY);
            }
            header = CsvFields.of(first);
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (!line.isBlank()) {
                    row(CsvFields.of(line));
                }
            }
            if (records.isEmpty()) {
                throw lines.invalidFile("has no row", REMEDY);
            }
        }
    }

    /** Whether a line names the columns of a table that is read. */
    static boolean isHeader(String line) {
        if (!line.contains("\"Start_Timestamp\"")) {
            return false;
        }
        List<String> fields = CsvFields.of(line);
        return fields.contains("Kind")
                && fields.contains("End_Timestamp")
                && (fields.containsAll(List.of("Kernel_Name", "Agent_Id", "Queue_Id"))
                        || fields.containsAll(List.of("Direction", "Source_Agent_Id", "Destination_Agent_Id")));
    }

    RocprofRecords records() {
        return records;
    }

    private void row(List<String> fields) {
        if (fields.size() != header.size()) {
            records.leaveOut("another shape than the first line's");
            return;
        }
        boolean copy = header.contains("Direction");
        String direction = copy ? field(fields, "Direction").replaceFirst("^MEMORY_COPY_", "") : "";
        int device = agent(field(
                fields,
                !copy ? "Agent_Id" : direction.endsWith("TO_DEVICE") ? "Destination_Agent_Id" : "Source_Agent_Id"));
        if (device < 0) {
            records.leaveOut("another shape than the first line's");
            return;
        }
        String name =
                copy ? "copy " + direction.toLowerCase(Locale.ROOT).replace('_', ' ') : field(fields, "Kernel_Name");
        String label = labels.computeIfAbsent(name, records::label);
        records.add(
                device,
                copy ? "copies" : "queue " + Math.max(0, whole(field(fields, "Queue_Id"))),
                copy ? Activity.COPY : RocprofRecords.kernel(label),
                label,
                whole(field(fields, "Start_Timestamp")),
                whole(field(fields, "End_Timestamp")),
                whole(field(fields, "Correlation_Id")));
    }

    private String field(List<String> fields, String column) {
        int at = header.indexOf(column);
        return at < 0 ? "" : fields.get(at);
    }

    private static int agent(String text) {
        Matcher agent = AGENT.matcher(text);
        return agent.matches() ? Integer.parseInt(agent.group(1)) : -1;
    }

    private static long whole(String text) {
        return WHOLE.matcher(text).matches() ? Long.parseLong(text) : -1;
    }
}
