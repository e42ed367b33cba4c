package dev.amdahl.core.internal.report.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.google.common.hash.Hashing;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.Style;
import dev.amdahl.core.internal.timeline.StateSeries;
import dev.amdahl.core.internal.timeline.analysis.Callers;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds a page of one file, without outside resources: figures, lanes per stream and host thread that can be zoomed, tables. At most about
 * 200,000 intervals are kept, the shortest neighbours drawn together. All texts of the trace stay data. A builder; not thread-safe.
 */
public final class TracePage {
    private static final int MAX_CELLS = 200_000;
    private static final int MIN_CELLS = 2_000;
    private static final int MAX_DEVICE_LANES = 64;
    private static final int MAX_HOST_LANES = 16;
    private static final int COLUMNS = 600;
    private static final int LAUNCHER_HEIGHT = 13;

    private static final String PAGE = resource("page.html")
            .replace("@@style@@", Style.COLOURS + resource("page.css"))
            .replace("@@script@@", resource("page.js"));
    private static final int TOP = PAGE.indexOf("@@top@@");
    private static final int DATA = PAGE.indexOf("@@data@@");

    /** What a server says of the page to browsers: runs its one script and uses its one style sheet, by their digests, and nothing else. */
    public static final String POLICY = "default-src 'none'; style-src " + digest("style") + "; script-src "
            + digest("script") + "; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private final Markup before = new Markup();
    private final String title;
    private final String subtitle;
    private final Timeline timeline;
    private final Map<String, String> cards = new LinkedHashMap<>();
    private final List<PageTable> tables = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> lead = new ArrayList<>();
    private final List<Strip> top = new ArrayList<>();
    private final Map<String, List<Strip>> below = new HashMap<>();

    /** Returns a page about a timeline. */
    public TracePage(String title, String subtitle, Timeline timeline) {
        this.title = title;
        this.subtitle = subtitle;
        this.timeline = timeline;
    }

    /** Adds a sentence above everything. */
    public TracePage lead(String sentence) {
        lead.add(sentence);
        return this;
    }

    /** Adds a figure at the top. */
    public TracePage card(String name, String value) {
        cards.put(name, value);
        return this;
    }

    /** Adds a table below the lanes. */
    public TracePage table(PageTable table) {
        tables.add(table);
        return this;
    }

    /** Adds a strip above all lanes. */
    public TracePage strip(Strip strip) {
        top.add(strip);
        return this;
    }

    /** Adds a strip right below a lane. */
    public TracePage strip(Lane lane, Strip strip) {
        below.computeIfAbsent(lane.name(), any -> new ArrayList<>()).add(strip);
        return this;
    }

    /** Adds what stands on top of the page where a server shows it. */
    public TracePage below(Markup begin) {
        before.add(begin);
        return this;
    }

    /** Writes the page; the writer stays open. */
    public void write(Writer out) throws IOException {
        out.write(PAGE.substring(0, TOP));
        out.write(before.toString());
        out.write(PAGE.substring(TOP + "@@top@@".length(), DATA));
        data(out);
        out.write(PAGE.substring(DATA + "@@data@@".length()));
    }

    /** The digest of what an element of the template holds. */
    private static String digest(String tag) {
        int start = PAGE.indexOf("<" + tag + ">") + tag.length() + 2;
        String content = PAGE.substring(start, PAGE.indexOf("</" + tag + ">", start));
        return "'sha256-"
                + Base64.getEncoder()
                        .encodeToString(
                                Hashing.sha256().hashString(content, UTF_8).asBytes()) + "'";
    }

    private void data(Writer out) throws IOException {
        JsonFactory factory = new JsonFactoryBuilder()
                .characterEscapes(new MarkupEscapes())
                .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
                .build();
        try (JsonGenerator json = factory.createGenerator(out)) {
            json.writeStartObject();
            json.writeStringField("title", title);
            json.writeStringField("subtitle", subtitle);
            json.writeNumberField("span_ns", timeline.endNanos() - timeline.startNanos());
            List<RenderedStrip> strips = strips();
            int mostCells = Math.max(MIN_CELLS, MAX_CELLS / Math.max(1, strips.size()));
            notes.addAll(new PageLanes(json, timeline.startNanos()).write(strips, mostCells));
            overview(json);
            texts(json, "lead", lead);
            texts(json, "notes", notes);
            json.writeArrayFieldStart("cards");
            for (Map.Entry<String, String> card : cards.entrySet()) {
                json.writeStartObject();
                json.writeStringField("name", card.getKey());
                json.writeStringField("value", card.getValue());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeArrayFieldStart("tables");
            for (PageTable table : tables) {
                write(json, table);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    private List<RenderedStrip> strips() {
        List<RenderedStrip> strips = new ArrayList<>();
        top.forEach(strip -> strips.add(new RenderedStrip(strip, 12, false)));
        List<Lane> phases = lanes(Activity.Side.PHASE);
        List<Lane> devices = lanes(Activity.Side.DEVICE);
        List<Lane> hosts = new ArrayList<>(lanes(Activity.Side.HOST));
        hosts.sort(Comparator.comparingInt(TracePage::rank).reversed());
        phases.forEach(lane -> add(strips, lane, 12));
        List<LaunchStrips> launchers = List.of(
                new LaunchStrips(timeline, Callers.Level.OPERATOR, "operators"),
                new LaunchStrips(timeline, Callers.Level.MODULE, "modules"));
        devices.stream().limit(MAX_DEVICE_LANES).forEach(lane -> {
            add(strips, lane, 18);
            launchers.forEach(level ->
                    level.of(lane).ifPresent(strip -> strips.add(new RenderedStrip(strip, LAUNCHER_HEIGHT, true))));
        });
        hosts.stream().limit(MAX_HOST_LANES).forEach(lane -> add(strips, lane, 13));
        int hidden = Math.max(0, devices.size() - MAX_DEVICE_LANES) + Math.max(0, hosts.size() - MAX_HOST_LANES);
        if (hidden > 0) {
            notes.add("Not drawn: " + Plurals.of(hidden, "lane") + " with less activity.");
        }
        return strips;
    }

    private void add(List<RenderedStrip> strips, Lane lane, int height) {
        strips.add(new RenderedStrip(Strip.of(lane), height, false));
        below.getOrDefault(lane.name(), List.of()).forEach(strip -> strips.add(new RenderedStrip(strip, 9, true)));
    }

    private List<Lane> lanes(Activity.Side side) {
        return timeline.lanes().stream()
                .filter(lane -> lane.side() == side && lane.size() > 0)
                .toList();
    }

    /** Threads that launch or wait for the device come first, then the busiest. */
    private static int rank(Lane lane) {
        int rank = 0;
        for (int i = 0; i < lane.size(); i++) {
            boolean drives = lane.activity(i) == Activity.LAUNCH || lane.activity(i) == Activity.SYNC;
            rank += drives ? 1_000 : 1;
            if (rank > 1_000_000_000) {
                break;
            }
        }
        return rank;
    }

    private void overview(JsonGenerator json) throws IOException {
        StateSeries series = StateSeries.of(timeline, COLUMNS);
        json.writeArrayFieldStart("overview");
        for (int i = 0; i < series.windows(); i++) {
            double share = 0;
            for (int device = 0; device < series.accelerators(); device++) {
                share += series.busyShare(device, i);
            }
            json.writeNumber(Math.round(1_000 * share / Math.max(1, series.accelerators())) / 1e3);
        }
        json.writeEndArray();
    }

    private static void write(JsonGenerator json, PageTable table) throws IOException {
        json.writeStartObject();
        json.writeStringField("title", table.title());
        texts(json, "columns", table.columns());
        json.writeArrayFieldStart("numbers");
        for (int column : table.numbers()) {
            json.writeNumber(column);
        }
        json.writeEndArray();
        texts(json, "names", table.names());
        json.writeArrayFieldStart("rows");
        for (List<String> row : table.rows()) {
            json.writeStartArray();
            for (String cell : row) {
                json.writeString(cell);
            }
            json.writeEndArray();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void texts(JsonGenerator json, String name, List<String> texts) throws IOException {
        json.writeArrayFieldStart(name);
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    private static String resource(String name) {
        try (InputStream in = TracePage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + name);
            }
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Escapes what could end a script element or a JavaScript line, so that text of a trace stays text inside a page. Immutable. */
    private static final class MarkupEscapes extends CharacterEscapes {
        private static final long serialVersionUID = 1;

        private final int[] ascii = standardAsciiEscapesForJSON();

        MarkupEscapes() {
            for (char c : new char[] {'<', '>', '&'}) {
                ascii[c] = ESCAPE_STANDARD;
            }
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            return ascii.clone();
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int c) {
            return c == 0x2028 || c == 0x2029 ? new SerializedString("\\u" + Integer.toHexString(c)) : null;
        }
    }
}
