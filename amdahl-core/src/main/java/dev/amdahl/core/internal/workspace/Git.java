package dev.amdahl.core.internal.workspace;

import dev.amdahl.core.internal.workspace.Program.Ended;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.BuildFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Calls git so that nothing in a repository or on the machine makes it run anything else: no hooks, no monitor, no filters, no
 * system or user configuration.
 *
 * @param repository where it runs
 */
record Git(Path repository) {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final List<String> SAFE = List.of(
            "git",
            "-c",
            "core.hooksPath=/dev/null",
            "-c",
            "core.fsmonitor=",
            "-c",
            "core.attributesFile=/dev/null",
            "-c",
            "protocol.file.allow=never",
            "-c",
            "protocol.allow=never",
            "-c",
            "submodule.recurse=false",
            "-c",
            "core.symlinks=true",
            "-c",
            "core.autocrlf=false",
            "-c",
            "core.safecrlf=false",
            "-c",
            "gc.auto=0",
            "-c",
            "advice.detachedHead=false");

    private static final Map<String, String> ENVIRONMENT = Map.of(
            "GIT_CONFIG_NOSYSTEM", "1",
            "GIT_CONFIG_GLOBAL", "/dev/null",
            "GIT_ATTR_NOSYSTEM", "1",
            "GIT_TERMINAL_PROMPT", "0",
            "GIT_OPTIONAL_LOCKS", "0",
            "GIT_NO_REPLACE_OBJECTS", "1",
            "HOME", "/nonexistent",
            "LC_ALL", "C");
    private static final Map<String, String> PATH =
            Map.of("PATH", Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin"));
    private static final Object WORK_TREES = new Object();

    Ended run(String... arguments) {
        return call(withoutFilters(), arguments);
    }

    /** A fresh work tree, detached at the commit. */
    void checkOut(Path tree, String commit) {
        Ended added;
        synchronized (WORK_TREES) {
            added = run("worktree", "add", "--detach", "--force", tree.toString(), commit);
        }
        if (!added.isSuccess()) {
            throw new BuildFailedException(
                    "git worktree add of " + commit + " failed: "
                            + added.output().strip(),
                    false);
        }
    }

    /** Removes a work tree, whole or half, and what the repository remembers of it. */
    void discard(Path tree) throws IOException {
        remove(tree);
        synchronized (WORK_TREES) {
            call(Map.of(), "worktree", "prune");
        }
    }

    /** Removes a file, or a folder with all in it, whatever a build has left there: folders without any rights, or nested without end. */
    static void remove(Path place) throws IOException {
        if (!Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
            Files.deleteIfExists(place);
            return;
        }
        for (List<String> command :
                List.of(List.of("rm", "-rf"), List.of("chmod", "-R", "u+rwX"), List.of("rm", "-rf"))) {
            if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
                List<String> words = new ArrayList<>(command);
                words.addAll(List.of("--", place.toString()));
                Program.run(words, place.resolveSibling("."), PATH, LIMIT);
            }
        }
        if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(place + " cannot be removed");
        }
    }

    /** Returns the output of a call that touches no file and must succeed, without the last line break. */
    String ask(String... arguments) {
        return content(arguments).strip();
    }

    /** Returns the output of a call that touches no file and must succeed, as it is. */
    String content(String... arguments) {
        Ended ended = call(Map.of(), arguments);
        if (!ended.isSuccess()) {
            throw new InvalidInputException(
                    repository.toString(),
                    "git " + arguments[0] + " failed: " + ended.output().strip(),
                    "check the repository and the revision under 'source'");
        }
        return ended.output();
    }

    /** Returns the commit that a revision names; the revision is never taken for an option. */
    String commit(String revision) {
        return ask("rev-parse", "--verify", "--end-of-options", revision + "^{commit}");
    }

    /** Returns every filter that the repository's own configuration names is switched off by name. */
    private Map<String, String> withoutFilters() {
        Ended listed = call(Map.of(), "config", "-z", "--name-only", "--get-regexp", "^filter\\.");
        Map<String, String> off = new HashMap<>();
        if (listed.isSuccess()) {
            List<String> names = List.of(listed.output().split("\0"));
            for (int i = 0; i < names.size(); i++) {
                off.put("GIT_CONFIG_KEY_" + i, names.get(i));
                off.put("GIT_CONFIG_VALUE_" + i, names.get(i).endsWith(".required") ? "false" : "");
            }
            off.put("GIT_CONFIG_COUNT", String.valueOf(names.size()));
        }
        return off;
    }

    private Ended call(Map<String, String> more, String... arguments) {
        List<String> command = new ArrayList<>(SAFE);
        command.addAll(List.of(arguments));
        Map<String, String> environment = new HashMap<>(ENVIRONMENT);
        environment.putAll(PATH);
        environment.putAll(more);
        return Program.run(command, repository, environment, LIMIT);
    }
}
