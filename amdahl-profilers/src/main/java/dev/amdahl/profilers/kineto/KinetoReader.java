package dev.amdahl.profilers.kineto;

import com.fasterxml.jackson.core.JsonParser;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.util.Map;

/** Reads one trace into lanes. Not thread-safe, used once. */
final class KinetoReader implements TraceSink {
    private final Artifact artifact;
    private final ProfileLimits limits;
    private final Rows rows;
    private final Row row = new Row();

    KinetoReader(Artifact artifact, ProfileLimits limits) {
        this.artifact = artifact;
        this.limits = limits;
        this.rows = new Rows(artifact.path().toString(), limits);
    }

    Profile read() {
        TraceDocument document = TraceDocument.read(artifact.path(), limits, this);
        var timeline = rows.timeline(document.baseNanos());
        var counters =
                Map.of("trace_rows", (double) rows.rows(), "trace_events", (double) rows.kept(), "trace_bytes", (double)
                        document.bytes());
        return new KinetoProfile(artifact, timeline, counters, rows.findings());
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
}
