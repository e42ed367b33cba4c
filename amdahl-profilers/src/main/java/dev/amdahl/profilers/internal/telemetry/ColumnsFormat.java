package dev.amdahl.profilers.internal.telemetry;

import dev.amdahl.profilers.internal.TextLines;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Tables in columns of text under a header that begins with a hash sign, repeated now and then: {@code nvidia-smi dmon} and {@code
 * dcgmi dmon}. Stateless.
 */
final class ColumnsFormat implements TelemetryFormat {
    /** {@code nvidia-smi dmon}, with or without date and time. */
    static final ColumnsFormat SMI = new ColumnsFormat(
            Pattern.compile("(?m)^#\\s*(Date\\s+Time\\s+)?gpu\\s+\\S"),
            Map.of(
                    "sm", new Column(Reading.BUSY, .01),
                    "gtemp", new Column(Reading.TEMPERATURE, 1),
                    "pclk", new Column(Reading.CLOCK, 1),
                    "pwr", new Column(Reading.POWER, 1),
                    "pviol", new Column(Reading.THROTTLED, .01),
                    "tviol", new Column(Reading.THROTTLED, 1)));
    /** {@code dcgmi dmon}. */
    static final ColumnsFormat DCGM = new ColumnsFormat(
            Pattern.compile("(?m)^#\\s*Entity\\s+\\S"),
            Map.ofEntries(
                    Map.entry("GRACT", new Column(Reading.BUSY, 1)),
                    Map.entry("GPUTL", new Column(Reading.BUSY, .01)),
                    Map.entry("SMACT", new Column(Reading.SM_ACTIVE, 1)),
                    Map.entry("TENSO", new Column(Reading.TENSOR, 1)),
                    Map.entry("DRAMA", new Column(Reading.DRAM, 1)),
                    Map.entry("TMPTR", new Column(Reading.TEMPERATURE, 1)),
                    Map.entry("SMCLK", new Column(Reading.CLOCK, 1)),
                    Map.entry("FBUSD", new Column(Reading.MEMORY_USED, 1)),
                    Map.entry("FBTTL", new Column(Reading.MEMORY_TOTAL, 1)),
                    Map.entry("POWER", new Column(Reading.POWER, 1))));

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd HH:mm:ss", Locale.ROOT);

    private final Pattern header;
    private final Map<String, Column> columns;

    private ColumnsFormat(Pattern header, Map<String, Column> columns) {
        this.header = header;
        this.columns = columns;
    }

    /** @param factor to the reading's unit */
    private record Column(Reading reading, double factor) {}

    @Override
    public boolean matches(String prefix) {
        return header.matcher(prefix).find();
    }

    @Override
    public void read(TextLines lines, SampleSink samples) {
        List<String> names = List.of();
        boolean any = false;
        for (String line = lines.next(); line != null; line = lines.next()) {
            List<String> words = List.of(line.replaceFirst("^#", "").strip().split("\\s+", -1));
            if (header.matcher(line).find()) {
                any = true;
                names = words;
            } else if (!line.isBlank() && !line.startsWith("#") && !line.strip().equals("ID")) {
                row(names, words, samples, lines);
            }
        }
        if (!any) {
            throw lines.invalid("no header line that begins with a hash sign", "record it again with its header");
        }
    }

    private void row(List<String> names, List<String> words, SampleSink samples, TextLines lines) {
        boolean entity = !names.isEmpty() && names.get(0).equals("Entity");
        int shift = entity ? 1 : 0;
        if (names.isEmpty()
                || words.size() != names.size() + shift
                || (entity && !words.get(1).matches("[0-9/]+"))) {
            samples.leaveOut("lines that do not fit the header");
            return;
        }
        boolean dated = names.get(0).equals("Date");
        String device = entity ? words.get(0) + " " + words.get(1) : words.get(dated ? 2 : 0);
        if (!samples.begin(
                device, dated ? LocalTimes.nanos(words.get(0) + " " + words.get(1), TIME) : DeviceSamples.NO_TIME)) {
            throw lines.invalid("more than " + Samples.room(), "record less often");
        }
        double throttled = Double.NaN;
        for (int i = dated ? 3 : 1; i < names.size(); i++) {
            Column column = columns.get(names.get(i));
            if (column == null || (names.get(i).equals("GPUTL") && names.contains("GRACT"))) {
                continue;
            }
            double value = Cell.dcgm(words.get(i + shift)) * column.factor();
            if (column.reading() == Reading.THROTTLED) {
                throttled =
                        Double.isNaN(throttled) ? value : Double.isNaN(value) ? throttled : Math.max(throttled, value);
            } else {
                samples.put(device, column.reading(), value);
            }
        }
        samples.put(device, Reading.THROTTLED, throttled);
    }
}
