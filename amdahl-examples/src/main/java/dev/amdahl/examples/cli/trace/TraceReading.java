package dev.amdahl.examples.cli.trace;

import dev.amdahl.core.Plugins;
import dev.amdahl.core.internal.timeline.Diagnose;
import dev.amdahl.core.internal.timeline.analysis.TraceAnalysis;
import dev.amdahl.examples.cli.common.Bar;
import dev.amdahl.examples.cli.run.PluginSettings;
import dev.amdahl.profilers.internal.nsight.NcuReport;
import dev.amdahl.profilers.kineto.KinetoProfile;
import dev.amdahl.profilers.kineto.KinetoProfiler;
import dev.amdahl.profilers.kineto.host.FrameWait;
import dev.amdahl.profilers.torch.FlightRecords;
import dev.amdahl.profilers.torch.MemorySnapshot;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Files of profilers as they were read.
 *
 * @param name the file as it was named, or the files
 * @param profile what the readers saw, as one
 * @param parts what each reader saw
 */
public record TraceReading(String name, Profile profile, List<Profile> parts) {

    /** Bytes from which reading takes so long that somebody may wonder. */
    private static final long LARGE = 1 << 20;

    /**
     * Reads a file with the first reader that knows its kind; Kineto's is asked first, without a look at the others.
     *
     * @throws InvalidInputException when there is no such file, or no reader knows it
     */
    public static TraceReading of(Path file, Supplier<Plugins> plugins) {
        Profile profile = read(file, plugins);
        return new TraceReading(file.toString(), profile, List.of(profile));
    }

    /** Reads files of one run, and joins them on time. */
    static TraceReading ofOneRun(List<Path> files, Supplier<Plugins> plugins) {
        List<Profile> profiles = files.stream().map(file -> read(file, plugins)).toList();
        return new TraceReading(
                files.stream().map(Path::toString).collect(Collectors.joining(", ")),
                RunProfile.of(profiles),
                profiles);
    }

    /** Returns this with the share {@code mfu} of a peak in FLOP/s, where a log tells what was reached; 0 for no peak. */
    TraceReading withShareOf(double peak) {
        Double reached = profile.counters().get("log_tflops_per_accelerator");
        if (peak == 0 || reached == null) {
            return this;
        }
        Map<String, Double> counters = new TreeMap<>(profile.counters());
        counters.put("mfu", reached * 1e12 / peak);
        return new TraceReading(
                name,
                new RunProfile(
                        profile.profiler(),
                        profile.artifact(),
                        profile.timeline(),
                        counters,
                        profile.hotFrames(),
                        profile.findings()),
                parts);
    }

    /** Refuses what no profiler can have written. @throws InvalidInputException for such a file */
    public static void requireFile(Path file) {
        if (!Files.exists(file)) {
            throw new InvalidInputException(file.toString(), "does not exist", "check the path");
        }
        if (Files.isDirectory(file)) {
            throw new InvalidInputException(
                    file.toString(),
                    "is a folder",
                    "name a file in it; trace takes the folder of one job's ranks by --rank-dir");
        }
        if (!Files.isRegularFile(file)) {
            throw new InvalidInputException(file.toString(), "is not a regular file", "write it to a file first");
        }
        if (!Files.isReadable(file)) {
            throw new InvalidInputException(file.toString(), "may not be read", "check its permissions");
        }
    }

    private static Profile read(Path file, Supplier<Plugins> plugins) {
        long bytes = file.toFile().length();
        Profiler reader = reader(file, plugins);
        if (bytes < LARGE) {
            return read(file, reader);
        }
        String task = "reading " + file.getFileName();
        if (reader instanceof KinetoProfiler) {
            try (Bar bar = Bar.ofBytes(task, bytes)) {
                return read(file, new KinetoProfiler(bar::at));
            }
        }
        Bar bar = Bar.ofBytesRead(task, bytes);
        try {
            return read(file, reader);
        } finally {
            bar.close();
        }
    }

    private static Profile read(Path file, Profiler reader) {
        return reader.read(new Artifact(file, "trace"), ProfileLimits.DEFAULT);
    }

    /** By content: Kineto's first, as that needs no look at the class path; any other JSON object is taken for a broken trace. */
    private static Profiler reader(Path file, Supplier<Plugins> plugins) {
        KinetoProfiler kineto = new KinetoProfiler();
        Artifact unknown = new Artifact(file, "file");
        if (kineto.reads(unknown)) {
            return kineto;
        }
        PluginSettings settings = new PluginSettings(Clock.systemUTC(), new SplittableRandom(1), Path.of(""), Map.of());
        List<Profiler> all = plugins.get().createReady(ProfilerFactory.class, settings);
        return Stream.concat(
                        all.stream().filter(reader -> reader.reads(unknown)),
                        Stream.of(kineto).filter(reader -> reader.reads(new Artifact(file, "trace"))))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        file.toString(),
                        file.toFile().length() == 0
                                ? "is empty"
                                : "not a Kineto trace, nor in any other format that can be read",
                        "give a file that a profiler wrote; docs/profilers.md lists the kinds"));
    }

    /** Returns where threads waited, by interpreter frame; empty where no reader tells. */
    List<FrameWait> frameWaits() {
        List<FrameWait> waits = new ArrayList<>();
        for (Profile part : parts) {
            if (part instanceof KinetoProfile kineto) {
                waits.addAll(kineto.frameWaits());
            }
        }
        return waits;
    }

    /** Returns the names of the devices that the files describe, each once: untrusted text. */
    Set<String> devices() {
        Set<String> names = new TreeSet<>();
        for (Profile part : parts) {
            if (part instanceof KinetoProfile kineto) {
                kineto.devices().forEach(device -> names.add(device.name()));
            }
        }
        return names;
    }

    /** Returns what Nsight Compute said of each kernel; empty where it wrote none of the files. */
    Optional<NcuReport> kernels() {
        for (Profile part : parts) {
            if (part.profiler().equals("ncu")) {
                return Optional.of(NcuReport.read(part.artifact(), ProfileLimits.DEFAULT));
            }
        }
        return Optional.empty();
    }

    /** Returns what PyTorch's allocator recorded; empty where it wrote none of the files. */
    Optional<MemorySnapshot> memory() {
        return parts.stream()
                .filter(part -> part.profiler().equals("torch-memory"))
                .findFirst()
                .map(part -> MemorySnapshot.read(part.artifact(), ProfileLimits.DEFAULT));
    }

    /** Returns what PyTorch's flight recorder kept of the ranks; empty where it wrote none of the files. */
    Optional<FlightRecords> flights() {
        List<Artifact> dumps = parts.stream()
                .filter(part -> part.profiler().equals("flight-recorder"))
                .map(Profile::artifact)
                .toList();
        return dumps.isEmpty() ? Optional.empty() : Optional.of(FlightRecords.read(dumps, ProfileLimits.DEFAULT));
    }

    /** Returns the diagnosis of the timeline alone, its own span taken for the wall; empty without a timeline. */
    Optional<Diagnosis> diagnosis(Supplier<TraceAnalysis> analysis) {
        return profile.timeline().map(timeline -> Diagnose.diagnose(name, timeline, parts, analysis));
    }
}
