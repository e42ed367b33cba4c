package dev.amdahl.core.internal.workspace;

import static java.util.Objects.requireNonNull;

import com.google.common.base.Suppliers;
import com.google.common.collect.Interner;
import com.google.common.collect.Interners;
import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.core.internal.workspace.Program.Ended;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.experiment.ArmPlan;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.BuildFailedException;
import dev.amdahl.spi.experiment.BuildRequest;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.experiment.BuiltVariant;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.SourceTree;
import dev.amdahl.spi.hypothesis.Workbench;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Builds in a fresh git work tree at the revision, with the patch applied, and keeps what was built. Thread-safe; one process at a
 * time may use a workspace.
 *
 * <p>A tree counts as built only once its marker stands beside it, which is written last and in one step: what a crash left half
 * built is thrown away and built again. The build command runs without a shell, with an environment of its own and not the
 * caller's. What nobody answers for is built, and runs, in a {@link Sandbox}.
 */
public final class GitBuilder implements Builder {
    /** The name by which a host selects it. */
    public static final String NAME = "git";

    private static final int LOG_CHARACTERS = 4000;
    private static final String BENCH = "bench";

    private final Path workspace;
    private final Duration limit;
    private final SandboxPolicy policy;
    private final Supplier<Sandbox> sandbox;
    private final Map<String, String> environment;
    private final Interner<String> locks = Interners.newWeakInterner();
    private final PatchedFiles patched = new PatchedFiles();
    private boolean isSwept;

    /**
     * Returns a builder with a workspace of its own.
     *
     * @param workspace the folder that holds the trees; created if missing
     * @param limit when a build counts as hung
     */
    public GitBuilder(Path workspace, Duration limit) {
        this(workspace, limit, SandboxPolicy.DEFAULT);
    }

    /**
     * Returns a builder with a workspace of its own.
     *
     * @param policy what it builds and runs in a sandbox
     */
    public GitBuilder(Path workspace, Duration limit, SandboxPolicy policy) {
        this.workspace = requireNonNull(workspace, "workspace").toAbsolutePath().normalize();
        this.limit = requireNonNull(limit, "limit");
        this.policy = requireNonNull(policy, "policy");
        sandbox = Suppliers.memoize(() -> Sandbox.probed(this.workspace, policy));
        environment = new HashMap<>();
        for (String name : List.of("PATH", "JAVA_HOME")) {
            Optional.ofNullable(System.getenv(name)).ifPresent(value -> environment.put(name, value));
        }
        environment.putIfAbsent("PATH", "/usr/bin:/bin");
        environment.put("LC_ALL", "C.UTF-8");
    }

    @Override
    public BuiltVariant build(BuildRequest request) {
        Git git = new Git(request.source().repository().toAbsolutePath().normalize());
        String commit = git.commit(request.source().revision());
        String key = BuildKey.of(commit, request, policy.holds(request.isVouchedFor()));
        synchronized (locks.intern(key)) {
            Path tree = workspace.resolve(key);
            Path marker = workspace.resolve(key + ".built");
            try {
                if (Files.isRegularFile(marker) && Files.isDirectory(tree)) {
                    return new BuiltVariant(tree, commit, Files.readString(marker));
                }
                Files.createDirectories(workspace, Sandbox.OWNER_ONLY);
                sweep(git);
                git.discard(tree);
                String log = fresh(git, tree, commit, request);
                FailPoints.hit(FailPoint.BUILD_ENDED);
                AtomicFiles.replace(marker, out -> out.write(log.getBytes(StandardCharsets.UTF_8)));
                return new BuiltVariant(tree, commit, log);
            } catch (IOException failure) {
                throw unusable(tree, failure);
            }
        }
    }

    @Override
    public Map<String, String> contentAfter(SourceTree source, PatchChange patch) {
        try {
            return patched.contentAfter(source, patch);
        } catch (PatchRefusedException refused) {
            throw refused.asBuildFailure();
        }
    }

    @Override
    public Optional<PatchChange> rebased(SourceTree from, PatchChange patch, SourceTree onto) {
        try {
            return patched.rebased(from, patch, onto);
        } catch (PatchRefusedException | BuildFailedException conflict) {
            return Optional.empty();
        }
    }

    @Override
    public ArmRequest confined(ArmRequest arm, BuildRequest variant, Path built) {
        boolean isHeld = policy.holds(variant.isVouchedFor());
        if (!isHeld && variant.isVouchedFor()) {
            return arm;
        }
        List<String> command =
                isHeld ? sandbox().running(arm.command(), arm.environment().keySet(), arm.written()) : arm.command();
        return ArmPlan.confined(arm, command, Optional.of(harness(built)).filter(Files::exists));
    }

    @Override
    public Optional<String> obstacle(BuildRequest request) {
        try {
            if (policy.holds(request.isVouchedFor())) {
                sandbox();
            }
            return Optional.empty();
        } catch (BuildFailedException none) {
            return Optional.of(String.valueOf(none.getMessage()));
        }
    }

    @Override
    public List<String> comparing(List<String> command, Path first, Path second, Duration within) {
        if (policy.scope() == SandboxPolicy.Scope.UNSAFE) {
            return Builder.plainly(command, first, second);
        }
        return sandbox.get().comparing(command, first, second, within);
    }

    @Override
    public Optional<Workbench> workbench(JobSpec job) {
        Optional<SourceTree> source =
                job.source().filter(tree -> !tree.editable().isEmpty());
        if (source.isEmpty()) {
            return Optional.empty();
        }
        Sandbox box = sandbox.get();
        try {
            Files.createDirectories(workspace, Sandbox.OWNER_ONLY);
            sweep(new Git(source.get().repository().toAbsolutePath().normalize()));
            Path bench = Files.createTempDirectory(workspace, BENCH);
            return Optional.of(new GitWorkbench(bench, job, box, limit, environment));
        } catch (IOException failure) {
            throw unusable(workspace, failure);
        }
    }

    private static AmdahlException unusable(Path place, IOException failure) {
        return new AmdahlException(
                ErrorCategory.USER,
                "workspace " + place + " cannot be used: " + failure + "; check free space and permissions",
                failure);
    }

    private static Path harness(Path tree) {
        return tree.resolveSibling(tree.getFileName() + ".harness");
    }

    private Sandbox sandbox() {
        try {
            return sandbox.get();
        } catch (UnavailableException none) {
            throw new BuildFailedException(
                    "a patch that nobody vouches for is built, run and compared only in a sandbox, and "
                            + none.getMessage() + "; or set 'sandbox' of the builder to 'unsafe'",
                    false);
        }
    }

    /** Once, before the first build: ends what a dead process left running here, and removes what it left half built. */
    private void sweep(Git git) throws IOException {
        synchronized (locks) {
            if (!isSwept) {
                OrphanBuild.endAll(workspace);
                for (String glob : List.of("*.tmp", "patch*.diff", "limit.*")) {
                    try (DirectoryStream<Path> files = Files.newDirectoryStream(workspace, glob)) {
                        for (Path file : files) {
                            Files.deleteIfExists(file);
                        }
                    }
                }
                try (DirectoryStream<Path> trees = Files.newDirectoryStream(workspace, Files::isDirectory)) {
                    for (Path tree : trees) {
                        if (String.valueOf(tree.getFileName()).startsWith(BENCH)) {
                            OrphanBuild.endAll(tree);
                            git.discard(tree);
                        } else if (BuildKey.is(tree)
                                && !Files.exists(tree.resolveSibling(tree.getFileName() + ".built"))) {
                            git.discard(tree);
                        }
                    }
                }
                isSwept = true;
            }
        }
    }

    private String fresh(Git git, Path tree, String commit, BuildRequest request) throws IOException {
        try {
            git.checkOut(tree, commit);
            if (!request.isVouchedFor() || policy.scope() == SandboxPolicy.Scope.ALL) {
                Harness.list(tree, request, harness(tree));
            }
            if (request.patch().isPresent()) {
                WorkTree.apply(tree, request.patch().get(), request.source());
            }
            FailPoints.hit(FailPoint.PATCH_APPLIED);
            String log = build(tree, request);
            if (Files.exists(harness(tree))) {
                Harness.requirePlain(tree, harness(tree));
            }
            return log;
        } catch (PatchRefusedException refused) {
            git.discard(tree);
            throw refused.asBuildFailure();
        } catch (BuildFailedException failed) {
            git.discard(tree);
            throw failed;
        }
    }

    private String build(Path tree, BuildRequest request) throws IOException {
        Optional<Sandbox> held = policy.holds(request.isVouchedFor()) ? Optional.of(sandbox()) : Optional.empty();
        List<String> command = request.source().build();
        if (command.isEmpty()) {
            return "";
        }
        Map<String, String> own = new HashMap<>(environment);
        own.put("HOME", workspace.toString());
        Ended ended = Program.run(
                held.map(box -> box.building(command, limit)).orElse(command),
                tree,
                own,
                held.isPresent() ? limit.plus(Sandbox.GRACE) : limit,
                process -> OrphanBuild.note(tree, process));
        OrphanBuild.forget(tree);
        if (ended.isTimedOut() || (held.isPresent() && ended.exitCode() == Sandbox.STOPPED)) {
            throw new BuildFailedException(
                    "build " + command + " reached its limit of " + limit + ": " + end(ended.output()));
        }
        if (!ended.isSuccess()) {
            Optional<String> stop = ended.output()
                    .lines()
                    .filter(line -> line.startsWith(Sandbox.OUT_OF))
                    .reduce((earlier, later) -> later);
            if (held.isPresent() && stop.isPresent()) {
                throw new BuildFailedException("build " + command + " was stopped, as it ran out of "
                        + stop.get().substring(Sandbox.OUT_OF.length()) + ": " + end(ended.output()));
            }
            throw new BuildFailedException(
                    "build " + command + " ended with exit code " + ended.exitCode() + ": " + end(ended.output()));
        }
        return end(ended.output());
    }

    /** Redacted before it is cut: what is cut off may say what the rest is. */
    static String end(String log) {
        String text = Redaction.of(log).strip();
        return text.length() <= LOG_CHARACTERS ? text : "..." + text.substring(text.length() - LOG_CHARACTERS);
    }
}
