package dev.amdahl.profilers.internal.telemetry;

import dev.amdahl.profilers.internal.TextLines;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * DCGM-exporter's Prometheus text: one scrape, or several after one another; a device's sample ends where one of its fields comes
 * again. Stateless.
 */
final class DcgmExporterFormat implements TelemetryFormat {
    private static final Pattern FIELD = Pattern.compile("(?mi)^(# (HELP|TYPE) )?DCGM_FI_[A-Z0-9_]+[ {]");
    private static final Map<String, Field> FIELDS = Map.ofEntries(
            Map.entry("DCGM_FI_PROF_GR_ENGINE_ACTIVE", new Field(Reading.BUSY, 1)),
            Map.entry("DCGM_FI_DEV_GPU_UTIL", new Field(Reading.BUSY, .01)),
            Map.entry("DCGM_FI_PROF_SM_ACTIVE", new Field(Reading.SM_ACTIVE, 1)),
            Map.entry("DCGM_FI_PROF_PIPE_TENSOR_ACTIVE", new Field(Reading.TENSOR, 1)),
            Map.entry("DCGM_FI_PROF_DRAM_ACTIVE", new Field(Reading.DRAM, 1)),
            Map.entry("DCGM_FI_DEV_GPU_TEMP", new Field(Reading.TEMPERATURE, 1)),
            Map.entry("DCGM_FI_DEV_SM_CLOCK", new Field(Reading.CLOCK, 1)),
            Map.entry("DCGM_FI_DEV_APP_SM_CLOCK", new Field(Reading.REQUESTED_CLOCK, 1)),
            Map.entry("DCGM_FI_DEV_FB_USED", new Field(Reading.MEMORY_USED, 1)),
            Map.entry("DCGM_FI_DEV_FB_TOTAL", new Field(Reading.MEMORY_TOTAL, 1)),
            Map.entry("DCGM_FI_DEV_ECC_SBE_VOL_TOTAL", new Field(Reading.ECC_CORRECTED, 1)),
            Map.entry("DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", new Field(Reading.ECC_UNCORRECTED, 1)),
            Map.entry("DCGM_FI_DEV_POWER_USAGE", new Field(Reading.POWER, 1)));
    private static final String FREE = "DCGM_FI_DEV_FB_FREE";
    private static final String RESERVED = "DCGM_FI_DEV_FB_RESERVED";
    private static final String ENGINE = "DCGM_FI_PROF_GR_ENGINE_ACTIVE";

    private record Field(Reading reading, double factor) {}

    @Override
    public boolean matches(String prefix) {
        return FIELD.matcher(prefix).find();
    }

    @Override
    public void read(TextLines lines, SampleSink samples) {
        Map<String, Map<String, Double>> open = new HashMap<>();
        Map<String, Long> times = new HashMap<>();
        boolean any = false;
        for (String line = lines.next(); line != null; line = lines.next()) {
            any |= FIELD.matcher(line).find();
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            Optional<PrometheusLine> sample = PrometheusLine.of(line);
            if (sample.isEmpty()) {
                samples.leaveOut("lines that are no samples");
                continue;
            }
            String name = sample.get().name().toUpperCase(Locale.ROOT);
            if (!name.startsWith("DCGM_FI_")) {
                continue;
            }
            String device = device(sample.get().labels());
            Map<String, Double> values = open.computeIfAbsent(device, key -> new HashMap<>());
            if (open.size() > 4_096) {
                throw lines.invalid("more than 4096 devices", "scrape fewer nodes into a file");
            }
            if (values.containsKey(name)) {
                close(device, values, times.getOrDefault(device, DeviceSamples.NO_TIME), samples, lines);
                values.clear();
            }
            values.put(name, Cell.dcgm(sample.get().value()));
            long millis = sample.get().timeMillis().orElse(-1L);
            times.put(device, millis < 0 || millis > 4_102_444_800_000L ? DeviceSamples.NO_TIME : millis * 1_000_000);
        }
        if (!any) {
            throw lines.invalid("no DCGM field", "save the exporter's page again");
        }
        open.forEach((device, values) ->
                close(device, values, times.getOrDefault(device, DeviceSamples.NO_TIME), samples, lines));
    }

    private static String device(Map<String, String> labels) {
        String gpu = labels.getOrDefault("UUID", labels.getOrDefault("gpu", "0"));
        String host = labels.getOrDefault("Hostname", "");
        String instance = labels.getOrDefault("GPU_I_ID", "");
        return (host + " " + gpu + " " + instance).strip();
    }

    private static void close(
            String device, Map<String, Double> values, long time, SampleSink samples, TextLines lines) {
        if (!samples.begin(device, time)) {
            throw lines.invalid("more than " + Samples.room(), "scrape less often into a file");
        }
        EnumMap<Reading, Double> readings = new EnumMap<>(Reading.class);
        values.forEach((name, value) -> {
            Field field = FIELDS.get(name);
            boolean coarser =
                    name.equals("DCGM_FI_DEV_GPU_UTIL") && !Double.isNaN(values.getOrDefault(ENGINE, Double.NaN));
            if (field != null && !coarser && !Double.isNaN(value)) {
                readings.put(field.reading(), value * field.factor());
            }
            if (name.endsWith("CLOCK_THROTTLE_REASONS") || name.endsWith("CLOCKS_EVENT_REASONS")) {
                readings.put(
                        Reading.THROTTLED, Double.isNaN(value) ? value : ThrottleReasons.ofBits(value.longValue()));
            }
        });
        double used = readings.getOrDefault(Reading.MEMORY_USED, Double.NaN);
        double total = used + values.getOrDefault(FREE, Double.NaN) + reserved(values);
        readings.putIfAbsent(Reading.MEMORY_TOTAL, total);
        readings.forEach((reading, value) -> samples.put(device, reading, value));
    }

    private static double reserved(Map<String, Double> values) {
        double reserved = values.getOrDefault(RESERVED, 0.0);
        return Double.isNaN(reserved) ? 0 : reserved;
    }
}
