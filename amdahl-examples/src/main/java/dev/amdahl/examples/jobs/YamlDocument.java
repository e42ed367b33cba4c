package dev.amdahl.examples.jobs;

import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads a YAML file under caps on size, depth and aliases; nothing is instantiated from it. Stateless. */
public final class YamlDocument {
    static final int MAX_BYTES = 1 << 20;
    static final int MAX_DEPTH = 20;
    static final int MAX_ALIASES = 50;

    private YamlDocument() {}

    /** Returns whether a file is not too large to be read; larger ones hold data rather than settings. */
    public static boolean isSmall(Path file) {
        try {
            return Files.size(file) <= MAX_BYTES;
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** Returns the root of a file of one document. */
    static Item read(Path file) {
        List<Node> documents = all(file);
        if (documents.isEmpty()) {
            throw new InvalidInputException(
                    file.toString(), "the file is empty", "it needs a list of jobs under 'jobs:'");
        }
        if (documents.size() > 1) {
            throw tooMuch(
                    file, documents.get(1).getStartMark(), "a second document begins", "keep one document per file");
        }
        return new Item(documents.get(0), file, "");
    }

    /**
     * Returns the roots of its documents.
     *
     * @throws InvalidInputException if it cannot be read, is no YAML, or is over a cap, naming the place
     */
    public static List<Node> all(Path file) {
        String text = text(file);
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file.toString())
                .setUseMarks(true)
                .setCodePointLimit(MAX_BYTES)
                .setMaxAliasesForCollections(MAX_ALIASES)
                .setAllowRecursiveKeys(false)
                .build();
        try {
            checkShape(file, new Parse(settings).parseString(text));
            List<Node> documents = new ArrayList<>();
            new Compose(settings).composeAllFromString(text).forEach(documents::add);
            return documents;
        } catch (MarkedYamlEngineException e) {
            String place = e.getProblemMark()
                    .map(mark -> file + ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1))
                    .orElse(file.toString());
            throw new InvalidInputException(place, "not YAML: " + oneLine(e.getProblem()), "fix the syntax there", e);
        } catch (YamlEngineException e) {
            throw new InvalidInputException(
                    file.toString(), "not YAML: " + oneLine(String.valueOf(e.getMessage())), "fix the syntax", e);
        }
    }

    /** Parsing is iterative, composing is recursive: depth is counted before. */
    private static void checkShape(Path file, Iterable<Event> events) {
        int depth = 0;
        int aliases = 0;
        for (Event event : events) {
            switch (event.getEventId()) {
                case MappingStart, SequenceStart -> depth++;
                case MappingEnd, SequenceEnd -> depth--;
                case Alias -> aliases++;
                default -> {}
            }
            if (depth > MAX_DEPTH) {
                throw tooMuch(file, event.getStartMark(), "nested deeper than " + MAX_DEPTH + " levels", "flatten it");
            }
            if (aliases > MAX_ALIASES) {
                throw tooMuch(
                        file, event.getStartMark(), "more than " + MAX_ALIASES + " aliases", "write the values out");
            }
        }
    }

    private static InvalidInputException tooMuch(Path file, Optional<Mark> at, String problem, String remedy) {
        String place = at.map(mark -> file + ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1))
                .orElse(file.toString());
        return new InvalidInputException(place, problem, remedy);
    }

    private static String text(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new InvalidInputException(
                        file.toString(), "larger than " + MAX_BYTES + " bytes", "split it into several jobs files");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (NoSuchFileException e) {
            throw new InvalidInputException(file.toString(), "no such file", "check the path", e);
        } catch (AccessDeniedException e) {
            throw new InvalidInputException(file.toString(), "may not be read", "check its permissions", e);
        } catch (CharacterCodingException e) {
            throw new InvalidInputException(file.toString(), "not UTF-8 text", "save it as UTF-8", e);
        } catch (IOException e) {
            throw new InvalidInputException(
                    file.toString(), "cannot be read: " + oneLine(String.valueOf(e.getMessage())), "check the path", e);
        }
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }
}
