package dev.amdahl.llm.internal.replay;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.llm.LlmBackend;
import dev.amdahl.spi.llm.LlmBackendFactory;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Creates the backend of recorded answers; its setting {@code file} names the recording. Thread-safe. */
public final class ReplayBackendFactory implements LlmBackendFactory {
    static final String NAME = "replay";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public LlmBackend create(PluginContext context) {
        String file = context.setting("file")
                .orElseThrow(() -> new InvalidInputException(
                        "setting `file` of the replay backend", "not given", "name a file of recorded answers"));
        try {
            return ReplayBackend.read(Path.of(file));
        } catch (InvalidPathException e) {
            throw new InvalidInputException(
                    "setting `file` of the replay backend",
                    "not a path: " + file,
                    "name a file of recorded answers",
                    e);
        }
    }
}
