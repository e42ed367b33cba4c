package dev.amdahl.core.internal.report.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Writes a timeline as a Chrome trace, for Perfetto and {@code chrome://tracing}, with our strips as tracks of a process of their
 * own. Streaming. What it writes is read back to the same device work: categories and correlations are kept, times are exact
 * microseconds with three decimals. Stateless but for one document; not thread-safe.
 */
public final class ChromeTrace {
    /** The category of our own rows. */
    public static final String CATEGORY = "amdahl";

    private static final int OURS = 1_000_000;
    private static final int HOST = 2_000_000;

    private final JsonGenerator json;

    private ChromeTrace(JsonGenerator json) {
        this.json = json;
    }

    /**
     * Writes one document and closes it.
     *
     * @param out gets UTF-8, is closed
     * @param strips tracks of our own, in the order in which they are shown
     */
    public static void write(Timeline timeline, List<Strip> strips, OutputStream out) throws IOException {
        try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
            json.writeStartObject();
            json.writeStringField("displayTimeUnit", "ns");
            json.writeArrayFieldStart("traceEvents");
            ChromeTrace trace = new ChromeTrace(json);
            trace.ours(strips);
            for (int i = 0; i < timeline.lanes().size(); i++) {
                trace.lane(timeline.lanes().get(i), i);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    private void ours(List<Strip> strips) throws IOException {
        name("process_name", OURS, 0, "Amdahl Loop: where the time went");
        for (int track = 0; track < strips.size(); track++) {
            Strip strip = strips.get(track);
            name("thread_name", OURS, track, strip.name());
            for (int i = 0; i < strip.size(); i++) {
                row(strip.text(i), CATEGORY, OURS, track, strip.start(i), strip.end(i));
                json.writeObjectFieldStart("args");
                json.writeStringField("kind", strip.shade(i).name());
                json.writeEndObject();
                json.writeEndObject();
            }
        }
    }

    private void lane(Lane lane, int index) throws IOException {
        boolean device = lane.side() == Activity.Side.DEVICE;
        int process = device ? lane.device() : HOST;
        int thread = device ? stream(lane.name(), index) : index;
        name("process_name", process, thread, device ? "device " + lane.device() : "host");
        name("thread_name", process, thread, lane.name());
        for (int i = 0; i < lane.size(); i++) {
            String label = lane.label(i);
            row(label, category(lane.activity(i), label), process, thread, lane.start(i), lane.end(i));
            if (device || lane.correlation(i) >= 0) {
                json.writeObjectFieldStart("args");
                if (device) {
                    json.writeNumberField("device", lane.device());
                    json.writeNumberField("stream", thread);
                }
                if (lane.correlation(i) >= 0) {
                    json.writeNumberField("correlation", lane.correlation(i));
                }
                json.writeEndObject();
            }
            json.writeEndObject();
        }
    }

    /** Returns the number that a stream's lane is named for, else its place among the lanes. */
    private static int stream(String name, int index) {
        String number = name.substring(name.lastIndexOf(' ') + 1);
        return name.contains("stream ") && number.matches("[0-9]{1,9}") ? Integer.parseInt(number) : index;
    }

    /** An operator that waits for the device, such as {@code aten::item}, is no call of the runtime. */
    private static String category(Activity activity, String label) {
        return switch (activity) {
            case KERNEL, COMMUNICATION -> "kernel";
            case COPY -> "gpu_memcpy";
            case LAUNCH -> "cuda_runtime";
            case SYNC -> label.contains("::") ? "cpu_op" : "cuda_runtime";
            case HOST_CODE, INPUT_WAIT, CHECKPOINT, OFF_CPU -> "cpu_op";
            default -> "user_annotation";
        };
    }

    private void row(String name, String category, int process, int thread, long start, long end) throws IOException {
        json.writeStartObject();
        json.writeStringField("ph", "X");
        json.writeStringField("cat", category);
        json.writeStringField("name", name);
        json.writeNumberField("pid", process);
        json.writeNumberField("tid", thread);
        json.writeFieldName("ts");
        json.writeNumber(micros(start));
        json.writeFieldName("dur");
        json.writeNumber(micros(end - start));
    }

    private void name(String what, int process, int thread, String name) throws IOException {
        json.writeStartObject();
        json.writeStringField("ph", "M");
        json.writeStringField("name", what);
        json.writeNumberField("pid", process);
        json.writeNumberField("tid", thread);
        json.writeObjectFieldStart("args");
        json.writeStringField("name", name);
        json.writeEndObject();
        json.writeEndObject();
    }

    /** Nanoseconds as decimal microseconds, exact. */
    static String micros(long nanos) {
        long whole = Math.abs(nanos / 1_000);
        long rest = Math.abs(nanos % 1_000);
        return (nanos < 0 ? "-" : "") + whole + "."
                + Long.toString(1_000 + rest).substring(1);
    }
}
