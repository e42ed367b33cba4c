package dev.amdahl.profilers.internal.telemetry;

import dev.amdahl.profilers.internal.CsvFields;
import dev.amdahl.profilers.internal.TextLines;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** {@code nvidia-smi --query-gpu=... --format=csv}: a header with units in brackets, one row per device and sample. Stateless. */
final class SmiQueryFormat implements TelemetryFormat {
    private static final Pattern HEADER = Pattern.compile(
            "(?m)^\uFEFF?[a-z][^\\n]*\\b(utilization\\.gpu|temperature\\.gpu|power\\.draw|clocks\\.(current\\.)?(sm|graphics)"
                    + "|memory\\.used|clocks_(throttle|event)_reasons\\.active)\\b[^\\n]*,|^\uFEFF?[a-z_.]*, *[a-z][^\\n]*\\b(utilization\\.gpu|temperature\\.gpu|memory\\.used)\\b");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:ss[.SSS]", Locale.ROOT);
    private static final Map<String, Reading> COLUMNS = Map.ofEntries(
            Map.entry("utilization.gpu", Reading.BUSY),
            Map.entry("temperature.gpu", Reading.TEMPERATURE),
            Map.entry("clocks.current.sm", Reading.CLOCK),
            Map.entry("clocks.sm", Reading.CLOCK),
            Map.entry("clocks.applications.graphics", Reading.REQUESTED_CLOCK),
            Map.entry("memory.used", Reading.MEMORY_USED),
            Map.entry("memory.total", Reading.MEMORY_TOTAL),
            Map.entry("ecc.errors.corrected.volatile.total", Reading.ECC_CORRECTED),
            Map.entry("ecc.errors.uncorrected.volatile.total", Reading.ECC_UNCORRECTED),
            Map.entry("power.draw", Reading.POWER),
            Map.entry("power.draw.average", Reading.POWER),
            Map.entry("clocks_throttle_reasons.active", Reading.THROTTLED),
            Map.entry("clocks_event_reasons.active", Reading.THROTTLED));
    private static final List<String> DEVICES =
            List.of("index", "uuid", "gpu_uuid", "pci.bus_id", "gpu_bus_id", "name");

    @Override
    public boolean matches(String prefix) {
        return HEADER.matcher(prefix).find();
    }

    @Override
    public void read(TextLines lines, SampleSink samples) {
        List<String> header = List.of();
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (line.isBlank()) {
                continue;
            }
            List<String> fields = CsvFields.of(line);
            if (HEADER.matcher(line).find()) {
                header = fields;
            } else if (!header.isEmpty() && fields.size() == header.size()) {
                row(header, fields, samples, lines);
            } else {
                samples.leaveOut("lines that do not fit the header");
            }
        }
        if (header.isEmpty()) {
            throw lines.invalid("no header of nvidia-smi --query-gpu", "record it with --format=csv, with the header");
        }
    }

    private static void row(List<String> header, List<String> fields, SampleSink samples, TextLines lines) {
        List<String> columns = header.stream().map(SmiQueryFormat::column).toList();
        String device = DEVICES.stream()
                .map(columns::indexOf)
                .filter(i -> i >= 0)
                .map(fields::get)
                .findFirst()
                .orElse("0");
        int time = columns.indexOf("timestamp");
        if (!samples.begin(device, time < 0 ? DeviceSamples.NO_TIME : LocalTimes.nanos(fields.get(time), TIME))) {
            throw lines.invalid("more than " + Samples.room(), "record less often");
        }
        List<Double> reasons = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            String column = columns.get(i);
            Reading reading = COLUMNS.get(column);
            if (ThrottleReasons.isReason(column)) {
                reasons.add(ThrottleReasons.ofWord(fields.get(i)));
            } else if (reading == Reading.THROTTLED) {
                samples.put(device, reading, ThrottleReasons.ofHex(fields.get(i)));
            } else if (reading != null) {
                double number = Cell.number(fields.get(i));
                samples.put(device, reading, reading == Reading.BUSY ? number / 100 : number);
            }
        }
        reasons.stream()
                .filter(reason -> !reason.isNaN())
                .max(Double::compare)
                .ifPresent(reason -> samples.put(device, Reading.THROTTLED, reason));
    }

    private static String column(String field) {
        int bracket = field.indexOf('[');
        return (bracket < 0 ? field : field.substring(0, bracket)).strip();
    }
}
