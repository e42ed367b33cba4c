package dev.amdahl.core.internal.workspace;

import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.core.internal.workspace.Program.Ended;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.UnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Turns a command into one that runs where it can harm nobody: without a network, a home or this machine's environment, as nobody,
 * with bounded memory, processes and disk. It is a plain command of a POSIX shell script, so that any scheduler can run it on any node
 * that has bubblewrap. Immutable and thread-safe.
 */
public final class Sandbox {
    /** The exit code of what was stopped at its limit. */
    static final int STOPPED = 124;
    /** How it says which limit ended what it held. */
    static final String OUT_OF = "amdahl sandbox: out of ";
    /** For it to end by itself and to say why. */
    static final Duration GRACE = Duration.ofSeconds(15);

    private static final String SCRIPT = "sandbox.sh";
    private static final String FILTER = "sandbox.bpf";
    private static final String BUILD = "build";
    private static final String HOLD = "hold";
    static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(30);
    private static final Pattern PROBED = Pattern.compile("group=(v2|v1|none) user=(\\d+)");

    private final Path script;
    private final SandboxPolicy policy;
    private final String group;
    private final boolean isRoot;

    private Sandbox(Path script, SandboxPolicy policy, String group, boolean isRoot) {
        this.script = script;
        this.policy = policy;
        this.group = group;
        this.isRoot = isRoot;
    }

    /**
     * Runs nothing in a sandbox once, to learn what this machine has for one. Blocks.
     *
     * @param folder for its script; visible on the nodes that run trials
     * @throws UnavailableException if this machine cannot make a sandbox
     */
    public static Sandbox probed(Path folder, SandboxPolicy policy) {
        Path script = place(folder.toAbsolutePath().normalize());
        Sandbox unknown = new Sandbox(script, policy, "find", false);
        List<String> command = unknown.command("probe", List.of(), List.of("true"));
        Ended ended = Program.run(command, script.resolveSibling(""), Map.of("PATH", "/usr/bin:/bin"), PROBE_LIMIT);
        Matcher found = PROBED.matcher(ended.output());
        if (!ended.isSuccess() || !found.find()) {
            throw new UnavailableException(
                    "the sandbox",
                    "does not start: " + ended.output().strip(),
                    "install bubblewrap and let this user make user namespaces",
                    null);
        }
        return new Sandbox(script, policy, String.valueOf(found.group(1)), "0".equals(found.group(2)));
    }

    /** Returns what holds here, for people. */
    public String enforced() {
        String resources = switch (group) {
            case "v2" -> "memory and processes by control groups";
            case "v1" -> "memory and processes by control groups of version 1";
            default -> "memory by limits of each process and a watch over their sum, processes by a limit";
        };
        return (isRoot ? "bubblewrap as nobody, " : "bubblewrap, ") + resources;
    }

    /**
     * Returns a command that builds in its working directory, the only place that it can write to, and sees it as {@code /work}.
     *
     * @param limit when it is stopped, with exit code 124
     */
    public List<String> building(List<String> command, Duration limit) {
        return timed(command(BUILD, installed(), command), limit);
    }

    /**
     * Returns a command that works in its working directory as a build does, and sees more, its standard input among it.
     *
     * @param shown files and folders
     * @param names of variables
     * @param limit when it is stopped, with exit code 124
     */
    public List<String> holding(
            List<String> command, Collection<Path> shown, Collection<String> names, Duration limit) {
        List<String> settings = new ArrayList<>(installed());
        shown.forEach(path -> settings.add("read=" + path.toAbsolutePath().normalize()));
        names.stream().sorted().forEach(name -> settings.add("env=" + name));
        return timed(command(HOLD, settings, command), limit);
    }

    /**
     * Returns a command that gets two files as its last words and only reads them: nothing that a job wrote is seen but these, and nothing is
     * written. It works in the same folder as this process and sees the files that its words name, and its program. What it prints is
     * dropped.
     *
     * @param limit when it is stopped, with exit code 124
     */
    public List<String> comparing(List<String> command, Path first, Path second, Duration limit) {
        List<String> settings = new ArrayList<>(javaHome());
        NamedFiles named = NamedFiles.of(command);
        named.files().forEach(file -> settings.add("read=" + file));
        List<String> words = new ArrayList<>(named.command());
        for (Path file : List.of(first, second)) {
            settings.add("show=" + file);
            words.add(file.toString());
        }
        return timed(command("read", settings, words), limit);
    }

    /** Returns the same, stopped with exit code 124 at a limit. */
    static List<String> timed(List<String> command, Duration limit) {
        List<String> timed =
                new ArrayList<>(List.of("timeout", "-k", "5", Long.toString(Math.max(1, limit.toSeconds()))));
        timed.addAll(command);
        return List.copyOf(timed);
    }

    /**
     * Returns a command that runs in the working directory without being able to change it: it works in {@code AMDAHL_RUN_DIR}, which it sees
     * as {@code /work} with the directory's content in it. Its environment must hold what an arm's does.
     *
     * @param names further variables that it sees
     * @param written files, relative to the working directory, that it writes
     */
    public List<String> running(List<String> command, Collection<String> names, Collection<String> written) {
        List<String> settings = new ArrayList<>();
        names.stream().sorted().forEach(name -> settings.add("env=" + name));
        for (String name : List.of("CUDA_VISIBLE_DEVICES", "OMP_NUM_THREADS")) {
            settings.add("env=" + name);
        }
        settings.addAll(installed());
        written.stream()
                .flatMap(path -> parents(Path.of(path)).stream())
                .distinct()
                .sorted()
                .forEach(parent -> settings.add("open=" + parent));
        return command("run", settings, command);
    }

    private static List<String> parents(Path path) {
        List<String> parents = new ArrayList<>();
        for (int names = 1; names < path.normalize().getNameCount(); names++) {
            parents.add(path.normalize().subpath(0, names).toString());
        }
        return parents;
    }

    private static List<String> installed() {
        return Stream.concat(javaHome().stream(), pythons().stream()).toList();
    }

    /** Returns what this process calls Python, which runs outside of a sandbox are run by; a node that lacks it has its own. */
    private static List<String> pythons() {
        Set<String> settings = new LinkedHashSet<>();
        for (String name : List.of("python3", "python")) {
            NamedFiles.python(name).ifPresent(python -> {
                settings.add("path=" + Path.of(python.command().get(0)).resolveSibling(""));
                python.files().forEach(file -> settings.add("may=" + file));
            });
        }
        return List.copyOf(settings);
    }

    private static List<String> javaHome() {
        return Optional.ofNullable(System.getenv("JAVA_HOME"))
                .filter(home -> Files.isDirectory(Path.of(home)) && home.indexOf('\n') < 0)
                .map(home ->
                        home.startsWith("/usr/") ? List.of("env=JAVA_HOME") : List.of("env=JAVA_HOME", "read=" + home))
                .orElse(List.of());
    }

    private List<String> command(String mode, List<String> more, List<String> command) {
        place(script.resolveSibling(""));
        SandboxLimits limits = policy.limits();
        List<String> words = new ArrayList<>(List.of(
                "sh",
                script.toString(),
                mode,
                "filter=" + script.resolveSibling(FILTER),
                "group=" + group,
                "memory=" + (limits.memoryBytes() == 0 ? "half" : Long.toString(limits.memoryBytes())),
                "processes=" + limits.processes(),
                "file=" + limits.fileBytes(),
                "disk=" + limits.diskBytes(),
                "tmp=" + limits.temporaryBytes()));
        policy.readable().forEach(path -> words.add("read=" + path));
        if (!mode.equals(BUILD) && !mode.equals(HOLD)) {
            policy.data().forEach(path -> words.add("read=" + path));
        }
        words.addAll(more);
        words.add("--");
        words.addAll(command);
        return List.copyOf(words);
    }

    /** Returns the script and, beside it, its filter of system calls; rewritten whenever they are not what this library brings. */
    private static Path place(Path folder) {
        place(folder.resolve(FILTER), SystemCallFilter.bytes());
        return place(folder.resolve(SCRIPT), text());
    }

    private static Path place(Path file, byte[] content) {
        try {
            if (!Files.isRegularFile(file) || !Arrays.equals(Files.readAllBytes(file), content)) {
                Files.createDirectories(file.resolveSibling("."), OWNER_ONLY);
                AtomicFiles.replace(file, out -> out.write(content));
            }
            return file;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static byte[] text() {
        try (InputStream stream = Sandbox.class.getResourceAsStream(SCRIPT)) {
            if (stream == null) {
                throw new AmdahlException(ErrorCategory.INTERNAL, SCRIPT + " is missing from the jar; rebuild it");
            }
            return stream.readAllBytes();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
