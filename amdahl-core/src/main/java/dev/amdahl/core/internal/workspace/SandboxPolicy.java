package dev.amdahl.core.internal.workspace;

import java.nio.file.Path;
import java.util.List;

/**
 * What is built and run in a sandbox, and how.
 *
 * @param scope what
 * @param limits what a command in it may take
 * @param readable files and folders beside the system's own programs that it shows, read-only: interpreters, libraries
 * @param data such files and folders that it shows to runs alone, so that no build can take its answers from the input
 */
public record SandboxPolicy(Scope scope, SandboxLimits limits, List<Path> readable, List<Path> data) {
    /** Patches that nobody answers for, within the usual limits. */
    public static final SandboxPolicy DEFAULT =
            new SandboxPolicy(Scope.UNVOUCHED, SandboxLimits.DEFAULT, List.of(), List.of());

    public SandboxPolicy {
        readable = shown(readable);
        data = shown(data);
    }

    private static List<Path> shown(List<Path> paths) {
        for (Path path : paths) {
            if (path.toString().indexOf('\n') >= 0) {
                throw new IllegalArgumentException("a sandbox cannot show a path with a line break: " + path);
            }
        }
        return paths.stream()
                .map(path -> path.toAbsolutePath().normalize())
                .distinct()
                .toList();
    }

    /** Which patches a sandbox holds. */
    public enum Scope {
        /** Those that no person answers for; refused where there is no sandbox. */
        UNVOUCHED,
        /** All of them; refused where there is no sandbox. */
        ALL,
        /** None: what a model wrote runs with the rights of whoever runs the loop. */
        UNSAFE
    }

    /** The same for other patches. */
    public SandboxPolicy with(Scope other) {
        return new SandboxPolicy(other, limits, readable, data);
    }

    /** Returns the same within other limits. */
    public SandboxPolicy with(SandboxLimits other) {
        return new SandboxPolicy(scope, other, readable, data);
    }

    boolean holds(boolean isVouchedFor) {
        return scope == Scope.ALL || (scope == Scope.UNVOUCHED && !isVouchedFor);
    }
}
