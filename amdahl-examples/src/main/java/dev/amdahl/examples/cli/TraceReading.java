package dev.amdahl.examples.cli;

import dev.amdahl.core.Plugins;
import dev.amdahl.core.timeline.Diagnose;
import dev.amdahl.core.timeline.JobRunFacts;
import dev.amdahl.profilers.kineto.KinetoProfiler;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A file of a profiler as it was read, and the diagnosis of what it shows. Immutable.
 *
 * @param file as it was named
 * @param profile what the reader saw
 * @param diagnosis of the file alone, its own span taken for the wall; without a timeline empty
 */
record TraceReading(Path file, Profile profile, Optional<Diagnosis> diagnosis) {

    /**
     * Reads a file with the first reader that knows its kind; Kineto's is asked first, without a look at the others.
     *
     * @throws InvalidInputException when there is no such file, or no reader knows it
     */
    static TraceReading of(Path file) {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new InvalidInputException(file.toString(), "no readable file", "check the path");
        }
        Artifact artifact = new Artifact(file, "trace");
        Profile profile = reader(artifact).read(artifact, ProfileLimits.DEFAULT);
        Optional<Diagnosis> diagnosis = profile.timeline().map(timeline -> diagnosis(file, timeline, profile));
        return new TraceReading(file, profile, diagnosis);
    }

    private static Profiler reader(Artifact artifact) {
        KinetoProfiler kineto = new KinetoProfiler();
        if (kineto.reads(artifact)) {
            return kineto;
        }
        PluginSettings settings = new PluginSettings(Clock.systemUTC(), new SplittableRandom(1), Path.of(""), Map.of());
        return Plugins.discover().createReady(ProfilerFactory.class, settings).stream()
                .filter(reader -> reader.reads(artifact))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        artifact.path().toString(),
                        "not a Kineto trace, nor of another kind that a reader here knows",
                        "give a file that a profiler wrote; docs/profilers.md lists the kinds"));
    }

    private static Diagnosis diagnosis(Path file, Timeline timeline, Profile profile) {
        JobRunFacts facts = JobRunFacts.of(
                file.toString(),
                instant(timeline.startNanos()),
                instant(timeline.endNanos()),
                Math.max(1, timeline.accelerators()));
        return Diagnose.diagnose(String.valueOf(file.getFileName()), facts, List.of(profile));
    }

    private static Instant instant(long nanos) {
        return Instant.EPOCH.plusNanos(nanos);
    }

    /** What was odd in the file, and what the accounts say of it. */
    List<String> findings() {
        return diagnosis.map(Diagnosis::findings).orElse(profile.findings());
    }
}
