package dev.amdahl.profilers.internal.telemetry;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.amdahl.profilers.internal.TextLines;
import dev.amdahl.spi.InvalidInputException;
import java.time.format.DateTimeFormatter;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * SuperBench's monitor: one JSON object per line with keys such as {@code gpu_usage:0}. The last line may be cut; another line that is
 * not JSON is an error. Stateless.
 */
final class MonitorFormat implements TelemetryFormat {
    private static final Pattern LINE =
            Pattern.compile("^\uFEFF?\\s*\\{\"time\": *\"[^\"]{0,40}\",.{0,4000}\"gpu_(usage|temperature):[0-9]+\"");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
    private static final Map<String, Reading> KEYS = new TreeMap<>(Map.of(
            "gpu_usage", Reading.BUSY,
            "gpu_temperature", Reading.TEMPERATURE,
            "gpu_mem_used", Reading.MEMORY_USED,
            "gpu_mem_total", Reading.MEMORY_TOTAL,
            "gpu_power", Reading.POWER,
            "gpu_corrected_ecc", Reading.ECC_CORRECTED,
            "gpu_uncorrected_ecc", Reading.ECC_UNCORRECTED));
    private static final double BYTES = 1 << 20;

    private final JsonMapper mapper = new JsonMapper(JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(16).build())
            .build());

    @Override
    public boolean matches(String prefix) {
        return LINE.matcher(prefix).find();
    }

    @Override
    public void read(TextLines lines, SampleSink samples) {
        String line = lines.next();
        boolean any = false;
        while (line != null) {
            JsonNode node = null;
            JsonProcessingException broken = null;
            try {
                node = line.isBlank() ? null : mapper.readTree(line);
            } catch (JsonProcessingException e) {
                broken = e;
            }
            String place = lines.place();
            String next = lines.next();
            if (broken != null && next != null) {
                throw new InvalidInputException(
                        place, "not JSON: " + broken.getOriginalMessage(), "record it again", broken);
            }
            if (broken != null) {
                samples.leaveOut("lines that are cut");
            } else if (node != null && node.isObject()) {
                any = true;
                object(node, samples, lines);
            }
            line = next;
        }
        if (!any) {
            throw lines.invalid("no JSON object with samples", "record it again");
        }
    }

    private static void object(JsonNode node, SampleSink samples, TextLines lines) {
        TreeSet<String> devices = new TreeSet<>();
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            int colon = name.indexOf(':');
            if (colon > 0 && KEYS.containsKey(name.substring(0, colon))) {
                devices.add(name.substring(colon + 1));
            }
        }
        long time = LocalTimes.nanos(node.path("time").asText(""), TIME);
        for (String device : devices) {
            if (!samples.begin(device, time)) {
                throw lines.invalid("more than " + Samples.room(), "record less often");
            }
            KEYS.forEach((key, reading) -> {
                JsonNode value = node.path(key + ":" + device);
                if (value.isNumber()) {
                    samples.put(device, reading, value.doubleValue() / divisor(reading));
                }
            });
        }
    }

    private static double divisor(Reading reading) {
        return switch (reading) {
            case BUSY -> 100;
            case MEMORY_USED, MEMORY_TOTAL -> BYTES;
            default -> 1;
        };
    }
}
