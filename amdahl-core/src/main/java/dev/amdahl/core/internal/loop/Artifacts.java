package dev.amdahl.core.internal.loop;

import com.google.common.base.Splitter;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.evidence.EvidenceDamagedException;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files that an evidence run left behind for profilers. */
public final class Artifacts {
    private static final String TRACE = "trace";
    private static final String DEFAULT_TRACE = "trace.json";
    private static final String DECLARED = "run";

    /** The folder within that of an arm which attachments of profilers write into. */
    public static final String CAPTURES = "captures";

    private static final int MAX_CAPTURES = 64;
    private static final Pattern OF_NODE = Pattern.compile("@[^@]*$");

    private Artifacts() {}

    /** Returns what a run left behind, as far as it still lies there; from the evidence store what does not. */
    static List<Artifact> kept(Cycle cycle, JobSpec job, Run run, ArmResult arm, List<String> problems) {
        List<Artifact> found = of(cycle.setup(), job, run, arm);
        Set<String> there = found.stream().map(Artifact::role).collect(Collectors.toSet());
        for (Entry.EvidenceKept kept : cycle.view().keptOf(run.plan().key())) {
            if (there.add(kept.role())) {
                try {
                    cycle.evidence()
                            .ifPresent(store -> found.add(new Artifact(store.open(kept.digest()), kept.role())));
                } catch (EvidenceDamagedException e) {
                    problems.add(String.valueOf(e.getMessage()));
                }
            }
        }
        return found;
    }

    /** Returns the profiles of what a run left behind; what cannot be read is a problem more. */
    public static List<Profile> profiles(Cycle cycle, JobSpec job, Run run, ArmResult arm, List<String> problems) {
        List<Profile> profiles = new ArrayList<>();
        for (Artifact of : kept(cycle, job, run, arm, problems)) {
            Artifact artifact =
                    new Artifact(of.path(), OF_NODE.matcher(of.role()).replaceFirst(""));
            for (Profiler profiler : cycle.setup().profilers()) {
                try {
                    if (profiler.reads(artifact)) {
                        profiles.add(profiler.read(artifact, ProfileLimits.DEFAULT));
                    }
                } catch (AmdahlException unreadable) {
                    problems.add(String.valueOf(unreadable.getMessage()));
                }
            }
        }
        return profiles;
    }

    /** Returns what exists of: the declared artifacts in the arm's folder, and what was captured from outside. */
    static List<Artifact> of(LoopSetup setup, JobSpec job, Run run, ArmResult arm) {
        List<Artifact> found = new ArrayList<>();
        Optional<Path> folder = arm.folder();
        if (folder.isPresent()) {
            Path root = folder.get().normalize();
            job.artifacts().forEach((role, relative) -> add(found, root.resolve(DECLARED), relative, role));
            if (found.stream().noneMatch(artifact -> artifact.role().equals(TRACE))) {
                add(found, root, DEFAULT_TRACE, TRACE);
            }
            addAll(found, root.resolve(CAPTURES));
            addNodes(found, job, root, arm);
        }
        addAll(found, captureFolder(setup, run.plan().key()));
        return found;
    }

    /** Adds what the nodes beside the first left behind, with {@code @} and the node's name after each role. */
    private static void addNodes(List<Artifact> found, JobSpec job, Path root, ArmResult arm) {
        List<String> names = Splitter.on(' ').splitToList(arm.circumstances().getOrDefault(EnvironmentFact.NODES, ""));
        for (int i = 1; i < job.accelerators().nodes(); i++) {
            Path folder = root.resolve("nodes").resolve("" + i);
            List<Artifact> own = new ArrayList<>();
            add(own, folder, DEFAULT_TRACE, TRACE);
            addAll(own, folder.resolve(CAPTURES));
            String node = "@" + (i < names.size() ? names.get(i) : i);
            own.forEach(artifact -> found.add(new Artifact(artifact.path(), artifact.role() + node)));
        }
    }

    /** Adds the files of a folder that captures wrote into, a role for each: the name up to its first dot or hyphen. */
    private static void addAll(List<Artifact> found, Path folder) {
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                        .sorted()
                        .limit(MAX_CAPTURES)
                        .forEach(file -> add(found, folder, file.getFileName().toString(), role(file)));
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
    }

    private static String role(Path file) {
        return file.getFileName().toString().replaceFirst("[.-].*", "");
    }

    /** Returns the cores that a run could use: this machine's, if it was watched here. */
    public static OptionalInt cores(LoopSetup setup, Run run) {
        return Files.isDirectory(captureFolder(setup, run.plan().key()))
                ? OptionalInt.of(Runtime.getRuntime().availableProcessors())
                : OptionalInt.empty();
    }

    /** Returns where a running job is watched into. */
    public static Path captureFolder(LoopSetup setup, String key) {
        return setup.directory().resolve("captures").resolve(key);
    }

    private static void add(List<Artifact> found, Path root, String relative, String role) {
        Path path = root.resolve(relative).normalize();
        if (path.startsWith(root) && Files.isRegularFile(path)) {
            found.add(new Artifact(path, role));
        }
    }
}
