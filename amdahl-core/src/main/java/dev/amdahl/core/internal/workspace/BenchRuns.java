package dev.amdahl.core.internal.workspace;

import dev.amdahl.core.internal.workspace.Program.Ended;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Probe;
import dev.amdahl.spi.hypothesis.SourceTree;
import dev.amdahl.spi.hypothesis.Workbench.End;
import dev.amdahl.spi.hypothesis.Workbench.Run;
import dev.amdahl.spi.job.OutputRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Builds, tests and runs what stands in a workbench: each patch in a fresh tree of its own, all of it in the sandbox. The newest built
 * tree is kept, and that of the commit, whose tests say what a patch cannot be blamed for. Not thread-safe.
 */
final class BenchRuns {
    private static final Duration SMOKE = Duration.ofMinutes(2);
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private final Path folder;
    private final Git git;
    private final String commit;
    private final JobSpec job;
    private final SourceTree source;
    private final Sandbox sandbox;
    private final Duration limit;
    private final Map<String, String> environment;
    private @Nullable Built variant;
    private @Nullable Built incumbent;
    private @Nullable Run incumbentTests;
    private int trees;
    private Optional<Long> end = Optional.empty();

    BenchRuns(
            Path folder,
            Git git,
            String commit,
            JobSpec job,
            Sandbox sandbox,
            Duration limit,
            Map<String, String> environment) {
        this.folder = folder;
        this.git = git;
        this.commit = commit;
        this.job = job;
        this.source = job.source().orElseThrow();
        this.sandbox = sandbox;
        this.limit = limit;
        this.environment = Map.copyOf(environment);
    }

    /**
     * A tree in which a patch was built, or could not be.
     *
     * @param changed files that the build changed though the patch does not touch them
     */
    private record Built(String diff, Path tree, Run run, Set<String> changed) {}

    /** Bounds all that runs from now on together. */
    void endWithin(Duration left) {
        end = Optional.of(System.nanoTime() + left.toNanos());
    }

    /** Returns what is left for a run that may take so long by itself; at the end it gets one second more. */
    private Duration atMost(Duration own) {
        return end.map(until -> Duration.ofNanos(until - System.nanoTime()))
                .filter(left -> left.compareTo(own) < 0)
                .map(left -> left.compareTo(SHORTEST) < 0 ? SHORTEST : left)
                .orElse(own);
    }

    private boolean isOver() {
        return end.filter(until -> until - System.nanoTime() <= 0).isPresent();
    }

    Run build(String diff) {
        return built(diff).run();
    }

    Run test(String diff) {
        if (source.tests().isEmpty()) {
            return new Run(End.NOT_DECLARED, 0, 0, "the job declares no tests");
        }
        Built built = built(diff);
        if (!built.run().isPassed()) {
            return notBuilt(built);
        }
        Set<String> foreign = new TreeSet<>(built.changed());
        if (!foreign.isEmpty()) {
            foreign.removeAll(incumbent().changed());
        }
        Run run = foreign.isEmpty()
                ? tested(built)
                : new Run(
                        End.FAILED,
                        0,
                        built.run().seconds(),
                        "the tests were not run: the build has changed files that the patch does not touch: "
                                + shown(foreign));
        if (run.isPassed() || !foreign.isEmpty() || diff.isEmpty()) {
            return run;
        }
        Run before = incumbentTests();
        return before.isPassed() || isOver()
                ? run
                : new Run(
                        End.FAILED_BEFORE,
                        run.exitCode(),
                        run.seconds(),
                        "the tests fail without the change as well (" + before.end() + ", exit code "
                                + before.exitCode() + "), so that they say nothing of it:\n" + run.output());
    }

    Run smoke(String diff) {
        Built built = built(diff);
        if (!built.run().isPassed()) {
            return notBuilt(built);
        }
        try {
            Path arm = Files.createDirectory(folder.resolve("arm"));
            try {
                return smoke(built.tree(), arm);
            } finally {
                git.discard(arm);
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private Run smoke(Path tree, Path arm) throws IOException {
        Files.createDirectories(arm.resolve("run"));
        Files.createDirectories(arm.resolve("output"));
        Map<String, String> own = new HashMap<>(job.environment());
        List<String> words = new ArrayList<>(job.command());
        Optional<Probe> probe = job.probe();
        probe.ifPresent(shorter -> {
            own.putAll(shorter.environment());
            words.addAll(shorter.arguments());
        });
        Set<String> written = new HashSet<>(job.artifacts().values());
        job.outputs().stream()
                .map(OutputRule::path)
                .filter(path -> !path.equals("-"))
                .forEach(written::add);
        Duration most =
                atMost(job.timeLimit().filter(time -> time.compareTo(SMOKE) < 0).orElse(SMOKE));
        List<String> command = Sandbox.timed(sandbox.running(words, own.keySet(), written), most);
        own.putAll(environment);
        own.put("AMDAHL_SEED", "1");
        own.put("AMDAHL_RUN_DIR", arm.resolve("run").toString());
        own.put("AMDAHL_OUTPUT", arm.resolve("output").toString());
        own.put("AMDAHL_METRICS", arm.resolve("metrics.json").toString());
        return held(command, tree, own, most);
    }

    private static Run notBuilt(Built built) {
        return new Run(
                End.NOT_BUILT,
                built.run().exitCode(),
                built.run().seconds(),
                built.run().output());
    }

    private Run tested(Built built) {
        Duration most = atMost(limit);
        Run run = held(sandbox.building(source.tests(), most), built.tree(), environment, most);
        if (!changed(built.tree(), built.diff()).equals(built.changed()) && built.equals(variant)) {
            // Tests have written into the sources: the next look is at a fresh tree.
            variant = null;
            discard(built.tree());
        }
        return run;
    }

    private Run incumbentTests() {
        if (incumbentTests == null) {
            Built built = incumbent();
            incumbentTests = built.run().isPassed() ? tested(built) : notBuilt(built);
        }
        return incumbentTests;
    }

    private Built incumbent() {
        if (incumbent == null) {
            incumbent = fresh("");
        }
        return incumbent;
    }

    private Built built(String diff) {
        if (diff.isEmpty()) {
            return incumbent();
        }
        Built newest = variant;
        if (newest != null && newest.diff().equals(diff)) {
            return newest;
        }
        if (newest != null) {
            variant = null;
            discard(newest.tree());
        }
        Built built = fresh(diff);
        variant = built;
        return built;
    }

    private Built fresh(String diff) {
        Path tree = folder.resolve("built" + trees++);
        try {
            git.checkOut(tree, commit);
            if (!diff.isEmpty()) {
                WorkTree.apply(tree, new PatchChange(diff, List.of()), source);
            }
        } catch (AmdahlException refused) {
            Run failed = new Run(End.FAILED, 1, 0, GitBuilder.end(String.valueOf(refused.getMessage())));
            return new Built(diff, tree, failed, Set.of());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        if (source.build().isEmpty()) {
            return new Built(diff, tree, new Run(End.PASSED, 0, 0, "nothing needs building"), Set.of());
        }
        Duration most = atMost(limit);
        Run run = held(sandbox.building(source.build(), most), tree, environment, most);
        return new Built(diff, tree, run, run.isPassed() ? changed(tree, diff) : Set.of());
    }

    /** Files of the commit that are otherwise now, and new ones that tools load by their names; but for those that the patch touches. */
    private Set<String> changed(Path tree, String diff) {
        Git git = new Git(tree);
        Ended ended = git.run("diff", "--name-only", "-z", "--no-ext-diff", "--ignore-submodules");
        Set<String> paths = new TreeSet<>(List.of(ended.output().split("\0")));
        List<String> others = new ArrayList<>(List.of("ls-files", "--others", "-z", "--"));
        // Caches bring one of these, which tells no tool what to run.
        BuildControl.names()
                .filter(name -> !name.equals(".gitignore"))
                .map(name -> ":(icase,glob)**/" + name)
                .forEach(others::add);
        paths.addAll(List.of(git.run(others.toArray(String[]::new)).output().split("\0")));
        paths.remove("");
        if (!diff.isEmpty()) {
            PatchFilter.allowing(source.editable()).touched(diff).forEach(paths::remove);
        }
        return paths;
    }

    private Run held(List<String> command, Path tree, Map<String, String> own, Duration most) {
        Map<String, String> all = new HashMap<>(own);
        all.put("HOME", folder.toString());
        long begin = System.nanoTime();
        Ended ended =
                Program.run(command, tree, all, most.plus(Sandbox.GRACE), process -> OrphanBuild.note(tree, process));
        double seconds = (System.nanoTime() - begin) / 1e9;
        try {
            OrphanBuild.forget(tree);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        boolean isStarved =
                ended.output().lines().anyMatch(line -> line.startsWith(Sandbox.OUT_OF) && !line.endsWith("time"));
        End end = ended.isSuccess()
                ? End.PASSED
                : ended.isTimedOut() || ended.exitCode() == Sandbox.STOPPED
                        ? End.TIME_LIMIT
                        : isStarved ? End.RESOURCES : End.FAILED;
        return new Run(end, ended.exitCode(), seconds, GitBuilder.end(ended.output()));
    }

    private void discard(Path tree) {
        try {
            git.discard(tree);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static String shown(Set<String> paths) {
        List<String> first = paths.stream().limit(8).map(PatchPath::shown).toList();
        return String.join(", ", first) + (paths.size() > first.size() ? " and more" : "");
    }
}
