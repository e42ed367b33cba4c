package dev.amdahl.profilers.internal.stacks;

import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads texts that a test holds. */
final class StackText {
    private StackText() {}

    static Profile read(Profiler profiler, Path directory, String name, String text) {
        try {
            Path file = Files.writeString(directory.resolve(name), text);
            return profiler.read(new Artifact(file, "stacks"), ProfileLimits.DEFAULT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Map<String, Double> hot(Profile profile) {
        return profile.hotFrames().stream().collect(Collectors.toMap(HotFrame::frame, HotFrame::seconds));
    }
}
