package dev.amdahl.examples.cli;

import dev.amdahl.core.Plugins;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.examples.cli.run.PluginSettings;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The timelines of evidence runs, read again from what the runs left in their folders. Not thread-safe. */
final class EvidenceTimelines {
    private static final String TRACE = "trace";
    private static final String TRACE_FILE = "trace.json";
    private static final String DECLARED = "run";
    private static final int DEEP = 6;
    private static final int MAX_FILES = 64;

    private final Map<String, List<Run>> evidence;
    private final List<Profiler> profilers;

    private EvidenceTimelines(LedgerView view, List<Profiler> profilers) {
        evidence = view.runs().stream()
                .filter(run -> run.plan().purpose() == RunPurpose.EVIDENCE)
                .collect(Collectors.groupingBy(run -> run.plan().family()));
        this.profilers = profilers;
    }

    /**
     * Reads what is asked for when it is asked for.
     *
     * @param directory where profilers may write
     */
    static EvidenceTimelines of(LedgerView view, Plugins plugins, Path directory, Clock clock, long seed)
            throws IOException {
        return new EvidenceTimelines(
                view, plugins.createReady(ProfilerFactory.class, PluginSettings.in(directory, clock, seed)));
    }

    /** Returns the newest run of the family that left one; a trace that is gone or cannot be read counts as none. */
    Optional<Timeline> newest(String family) {
        List<Run> runs = evidence.getOrDefault(family, List.of());
        for (int i = runs.size() - 1; i >= 0; i--) {
            Optional<Timeline> found = runs.get(i).result().map(RunResult::arms).orElse(List.of()).stream()
                    .map(ArmResult::folder)
                    .flatMap(Optional::stream)
                    .flatMap(folder -> artifacts(folder).stream())
                    .flatMap(artifact -> read(artifact).stream())
                    .findFirst();
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static List<Artifact> artifacts(Path folder) {
        List<Artifact> found = new ArrayList<>();
        if (Files.isRegularFile(folder.resolve(TRACE_FILE))) {
            found.add(new Artifact(folder.resolve(TRACE_FILE), TRACE));
        }
        Path declared = folder.resolve(DECLARED);
        if (Files.isDirectory(declared)) {
            try (Stream<Path> files = Files.walk(declared, DEEP)) {
                files.filter(Files::isRegularFile)
                        .sorted()
                        .limit(MAX_FILES)
                        .map(file -> new Artifact(file, TRACE))
                        .forEach(found::add);
            } catch (IOException | UncheckedIOException gone) {
                return found;
            }
        }
        return found;
    }

    private Optional<Timeline> read(Artifact artifact) {
        return profilers.stream()
                .flatMap(profiler -> read(profiler, artifact).stream())
                .findFirst();
    }

    private static Optional<Timeline> read(Profiler profiler, Artifact artifact) {
        try {
            return profiler.reads(artifact)
                    ? profiler.read(artifact, ProfileLimits.DEFAULT).timeline()
                    : Optional.empty();
        } catch (AmdahlException unreadable) {
            return Optional.empty();
        }
    }
}
