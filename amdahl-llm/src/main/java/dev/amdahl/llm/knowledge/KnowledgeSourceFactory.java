package dev.amdahl.llm.knowledge;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.hypothesis.IdeaSource;
import dev.amdahl.spi.hypothesis.IdeaSourceFactory;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Creates the source of notes; its setting {@code folder} names the folder of Markdown files. Thread-safe. */
public final class KnowledgeSourceFactory implements IdeaSourceFactory {
    private static final String PLACE = "setting `folder` of the idea source " + KnowledgeSource.NAME;
    private static final String REMEDY = "name a folder of Markdown files";

    @Override
    public String name() {
        return KnowledgeSource.NAME;
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public Availability availability(PluginContext context) {
        return context.setting("folder").isPresent()
                ? availability()
                : Availability.unavailable("name a folder of Markdown files with the setting `folder`");
    }

    @Override
    public IdeaSource create(PluginContext context) {
        String folder =
                context.setting("folder").orElseThrow(() -> new InvalidInputException(PLACE, "not given", REMEDY));
        try {
            return new KnowledgeSource(new KnowledgeFolder(Path.of(folder)));
        } catch (InvalidPathException e) {
            throw new InvalidInputException(PLACE, "not a path: " + folder, REMEDY, e);
        }
    }
}
