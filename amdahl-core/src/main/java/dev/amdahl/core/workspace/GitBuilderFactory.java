package dev.amdahl.core.workspace;

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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Creates a {@link GitBuilder}; its setting {@code limit_seconds} bounds a build, 1200 by default. Immutable and thread-safe. */
public final class GitBuilderFactory implements BuilderFactory {
    private static final long LIMIT_SECONDS = 1200;

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
        return new GitBuilder(context.directory(), Duration.ofSeconds(limit(context)));
    }

    private static long limit(PluginContext context) {
        String text = context.setting("limit_seconds").orElse(String.valueOf(LIMIT_SECONDS));
        try {
            long seconds = Long.parseLong(text);
            if (seconds > 0) {
                return seconds;
            }
        } catch (NumberFormatException wrong) {
            throw notSeconds(text, wrong);
        }
        throw notSeconds(text, null);
    }

    private static InvalidInputException notSeconds(String text, @Nullable NumberFormatException cause) {
        return new InvalidInputException(
                "builder 'git', setting limit_seconds",
                "'" + text + "' is not a whole number above 0",
                "give seconds",
                cause);
    }
}
