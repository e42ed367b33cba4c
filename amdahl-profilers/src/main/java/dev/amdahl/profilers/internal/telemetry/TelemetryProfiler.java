package dev.amdahl.profilers.internal.telemetry;

import dev.amdahl.profilers.internal.FileProfile;
import dev.amdahl.profilers.internal.TextLines;
import dev.amdahl.profilers.internal.TextPrefix;
import dev.amdahl.profilers.internal.capture.Scripts;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Attachment;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads samples of accelerators, one or many: utilisation, memory, temperature, clock, power and reasons to throttle. A blank ({@code
 * [N/A]}, {@code [Not Supported]}, {@code -}, DCGM's marks) is not measured, never 0. It has counters and no timeline: a sample says
 * how busy a device was, not when it worked. Times are the host's own, without a zone, and serve for the distance between samples
 * alone. Thread-safe.
 */
public final class TelemetryProfiler implements Profiler {
    private final String name;
    private final List<TelemetryFormat> formats;
    private final Optional<Attachment> attachment;

    private TelemetryProfiler(String name, Optional<Attachment> attachment, TelemetryFormat... formats) {
        this.name = name;
        this.attachment = attachment;
        this.formats = List.of(formats);
    }

    /** Reads {@code nvidia-smi --query-gpu --format=csv} with its header, and {@code nvidia-smi dmon}. */
    public static TelemetryProfiler nvidiaSmi() {
        return new TelemetryProfiler(
                "nvidia-smi", Scripts.beside("nvidia-smi", .01), new SmiQueryFormat(), ColumnsFormat.SMI);
    }

    /** Reads {@code dcgmi dmon} and DCGM-exporter's page. */
    public static TelemetryProfiler dcgm() {
        return new TelemetryProfiler("dcgm", Scripts.beside("dcgm", .01), ColumnsFormat.DCGM, new DcgmExporterFormat());
    }

    /** Reads the lines of SuperBench's monitor. */
    public static TelemetryProfiler monitor() {
        return new TelemetryProfiler("monitor", Optional.empty(), new MonitorFormat());
    }

    @Override
    public boolean reads(Artifact artifact) {
        return format(artifact).isPresent();
    }

    private Optional<TelemetryFormat> format(Artifact artifact) {
        String prefix = TextPrefix.of(artifact);
        return formats.stream().filter(format -> format.matches(prefix)).findFirst();
    }

    /**
     * Gives each value of the samples as it is read, to the end of the lines; of a growing file that may be never.
     *
     * @param beginning of the same file
     * @throws InvalidInputException at a line that cannot be of a format that this reads
     */
    public void stream(Artifact beginning, TextLines lines, TelemetrySink sink) {
        format(beginning)
                .orElseThrow(() -> lines.invalid("no samples of " + name, "record it again with its header"))
                .read(lines, new StreamedSamples(sink));
    }

    @Override
    public Optional<Attachment> attachment() {
        return attachment;
    }

    @Override
    public Profile read(Artifact artifact, ProfileLimits limits) {
        try (TextLines lines = TextLines.open(artifact, limits)) {
            TelemetryFormat format = format(artifact)
                    .orElseThrow(() -> new InvalidInputException(
                            artifact.path().toString(), "no samples of " + name, "record it again with its header"));
            Samples samples = new Samples();
            format.read(lines, samples);
            if (samples.size() == 0) {
                throw lines.invalid("a header and no sample", "record for longer");
            }
            TelemetryCounters counters = new TelemetryCounters(samples);
            List<String> findings = new ArrayList<>(counters.findings());
            if (lines.longLines() > 0) {
                findings.add("cut " + Plurals.of(lines.longLines(), "line") + " longer than " + TextLines.MAX_LENGTH
                        + " bytes");
            }
            return new FileProfile(name, artifact, Optional.empty(), counters.counters(), List.of(), findings);
        }
    }
}
