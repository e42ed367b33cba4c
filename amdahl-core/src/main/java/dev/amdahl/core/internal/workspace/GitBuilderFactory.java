package dev.amdahl.core.internal.workspace;

import dev.amdahl.core.internal.workspace.SandboxPolicy.Scope;
import dev.amdahl.spi.Availability;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.experiment.BuilderFactory;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Creates a {@link GitBuilder}. Its setting {@code limit_seconds} bounds a build, 1200 by default; {@code sandbox} is {@code auto} for
 * patches that no person answers for, {@code always} or {@code unsafe}; {@code memory_mib}, {@code processes}, {@code disk_mib} and
 * {@code temporary_mib} bound what runs in it; {@code readable} names what it shows, and {@code data} what it shows to runs but to no
 * build, separated as in {@code PATH}. Immutable and thread-safe.
 */
public final class GitBuilderFactory implements BuilderFactory {
    private static final long LIMIT_SECONDS = 1200;
    private static final long MIB = 1L << 20;
    private static final Map<String, Scope> SCOPES =
            Map.of("auto", Scope.UNVOUCHED, "always", Scope.ALL, "unsafe", Scope.UNSAFE);

    @Override
    public String name() {
        return GitBuilder.NAME;
    }

    @Override
    public Availability availability() {
        boolean found = Arrays.stream(
                        Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "git")));
        return found ? Availability.ready() : Availability.unavailable("there is no program 'git' on the PATH");
    }

    @Override
    public Builder create(PluginContext context) {
        if (!availability().isReady()) {
            throw new UnavailableException("git", availability().reason(), "install git", null);
        }
        return new GitBuilder(
                context.directory(),
                Duration.ofSeconds(number(context, "limit_seconds", LIMIT_SECONDS)),
                policy(context));
    }

    private static SandboxPolicy policy(PluginContext context) {
        SandboxLimits usual = SandboxLimits.DEFAULT;
        long disk = number(context, "disk_mib", usual.diskBytes() / MIB) * MIB;
        SandboxLimits limits = new SandboxLimits(
                number(context, "memory_mib", 0) * MIB,
                (int) Math.min(Integer.MAX_VALUE, number(context, "processes", usual.processes())),
                Math.min(usual.fileBytes(), disk),
                disk,
                number(context, "temporary_mib", usual.temporaryBytes() / MIB) * MIB);
        return new SandboxPolicy(scope(context), limits, paths(context, "readable"), paths(context, "data"));
    }

    private static List<Path> paths(PluginContext context, String name) {
        return context.setting(name).stream()
                .flatMap(text -> Stream.of(text.split(File.pathSeparator)))
                .filter(path -> !path.isBlank())
                .map(Path::of)
                .toList();
    }

    private static Scope scope(PluginContext context) {
        String text = context.setting("sandbox").orElse("auto");
        Scope scope = SCOPES.get(text);
        if (scope == null) {
            throw wrong(
                    "sandbox",
                    text,
                    "one of " + SCOPES.keySet().stream().sorted().collect(Collectors.joining(", ")),
                    null);
        }
        return scope;
    }

    private static long number(PluginContext context, String name, long usual) {
        Optional<String> text = context.setting(name);
        if (text.isEmpty()) {
            return usual;
        }
        try {
            long number = Long.parseLong(text.get());
            if (number > 1 || (number == 1 && !name.equals("processes"))) {
                return number;
            }
        } catch (NumberFormatException not) {
            throw wrong(name, text.get(), "a whole number above 0", not);
        }
        throw wrong(
                name, text.get(), name.equals("processes") ? "a whole number above 1" : "a whole number above 0", null);
    }

    private static InvalidInputException wrong(
            String name, String text, String wanted, @Nullable NumberFormatException cause) {
        return new InvalidInputException(
                "builder 'git', setting " + name, "'" + text + "' is not " + wanted, "correct it", cause);
    }
}
