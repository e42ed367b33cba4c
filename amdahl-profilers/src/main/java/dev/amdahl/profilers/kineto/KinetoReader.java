package dev.amdahl.profilers.kineto;

import com.fasterxml.jackson.core.JsonParser;
import dev.amdahl.profilers.internal.kineto.document.TraceDocument;
import dev.amdahl.profilers.internal.kineto.document.TraceSink;
import dev.amdahl.profilers.internal.kineto.document.UnusualTrace;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/** Reads one trace into lanes. Not thread-safe, used once. */
final class KinetoReader implements TraceSink {
    private final Artifact artifact;
    private final ProfileLimits limits;
    private final Rows rows;
    private final TraceFacts facts = new TraceFacts();
    private final Row row = new Row();
    private final RowScanner scanner;
    private final boolean takesRows;

    private KinetoReader(Artifact artifact, ProfileLimits limits, boolean takesRows) {
        this.artifact = artifact;
        this.limits = limits;
        this.takesRows = takesRows;
        this.scanner = new RowScanner(row, limits.maxDepth());
        this.rows = new Rows(artifact.path().toString(), limits);
    }

    static KinetoProfile read(Artifact artifact, ProfileLimits limits, LongConsumer read) {
        try {
            return new KinetoReader(artifact, limits, true).read(read);
        } catch (UnusualTrace e) {
            return readByParser(artifact, limits, read);
        }
    }

    /** Does not look at bytes itself: the slower way, and the measure of the other. */
    static KinetoProfile readByParser(Artifact artifact, ProfileLimits limits, LongConsumer read) {
        return new KinetoReader(artifact, limits, false).read(read);
    }

    private KinetoProfile read(LongConsumer read) {
        TraceDocument document = TraceDocument.read(artifact.path(), limits, this, read);
        Rows.Reading reading = rows.finish(document.baseNanos(), facts);
        Map<String, Double> counters = new TreeMap<>(reading.counters());
        counters.put("trace_rows", (double) rows.rows());
        counters.put("trace_events", (double) rows.kept());
        counters.put("trace_bytes", (double) document.bytes());
        return new KinetoProfile(artifact, counters, facts, reading);
    }

    @Override
    public boolean takesRows() {
        return takesRows;
    }

    @Override
    public int row(byte[] text, int from, int limit) {
        int end = scanner.read(text, from, limit);
        if (end >= 0) {
            rows.add(row);
        }
        return end;
    }

    @Override
    public void event(JsonParser parser) throws IOException {
        row.read(parser);
        rows.add(row);
    }

    @Override
    public void other() {
        rows.addOther();
    }

    @Override
    public void member(String name, JsonParser parser) throws IOException {
        facts.member(name, parser);
    }
}
