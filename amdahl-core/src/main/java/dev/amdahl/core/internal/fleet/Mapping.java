package dev.amdahl.core.internal.fleet;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.FleetSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/**
 * How the files of somebody's fleet are read, as a properties file says it: {@code kind} is {@code runs} (a row a run), {@code samples} (a row
 * a sample of a run or of a pool) or {@code distribution} (a cumulative distribution of shares); {@code files} is a pattern of names in a
 * folder; {@code as_of} is when what had not ended was last seen; {@code note}, {@code note.2} and so on are said beside the figures. What else it
 * may hold stands with {@link Columns} and {@link SampledSource}. Immutable.
 */
public final class Mapping {
    private static final List<String> READY =
            List.of("acme-util", "alibaba-genai2026", "alibaba-gpu-v2023", "alibaba-gpu-v2025", "helios");
    private static final Set<String> OWN = Set.of("kind", "files", "as_of");

    private final String name;
    private final Map<String, String> settings;

    private Mapping(String name, Map<String, String> settings) {
        this.name = name;
        this.settings = settings;
    }

    /** Returns the ready-made ones. */
    public static List<String> names() {
        return READY;
    }

    /**
     * Creates a ready-made mapping, or the one in a file whose name ends in {@code .properties}.
     *
     * @throws InvalidInputException if there is none
     */
    public static Mapping named(String name) {
        Properties read = new Properties();
        try (Reader reader = open(name)) {
            read.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new InvalidInputException("--mapping", "'" + name + "' cannot be read: " + e, "check the file", e);
        }
        Map<String, String> settings = new HashMap<>();
        read.stringPropertyNames()
                .forEach(key -> settings.put(key, read.getProperty(key).strip()));
        return new Mapping(name, Map.copyOf(settings));
    }

    private static Reader open(String name) throws IOException {
        if (name.endsWith(".properties")) {
            return Files.newBufferedReader(Path.of(name));
        }
        InputStream resource =
                READY.contains(name) ? Mapping.class.getResourceAsStream("mappings/" + name + ".properties") : null;
        if (resource == null) {
            throw new InvalidInputException(
                    "--mapping",
                    "no mapping is named '" + name + "'",
                    "nearest: " + Nearest.to(name, READY) + "; or name a .properties file");
        }
        return new InputStreamReader(resource, StandardCharsets.UTF_8);
    }

    /**
     * The runs that a file, or the files of a folder, tell of.
     *
     * @param more settings that go before those of the mapping
     */
    public FleetSource source(Path place, Map<String, String> more, BadRows badRows) {
        List<Path> files = files(place);
        return switch (settings.getOrDefault("kind", "runs")) {
            case "runs" -> traced(runs(files, more, badRows));
            case "samples" -> traced(new SampledSource(files, samples(more), badRows));
            case "distribution" -> traced(new DistributionSource(files, settings.getOrDefault("unit", "percent")));
            default ->
                throw new InvalidInputException(
                        "--mapping " + name, "kind=" + settings.get("kind"), "use runs, samples or distribution");
        };
    }

    private FleetSource runs(List<Path> files, Map<String, String> more, BadRows badRows) {
        Map<String, String> columns = new HashMap<>(settings);
        columns.keySet().removeIf(key -> OWN.contains(key) || key.startsWith("note"));
        columns.putAll(more);
        Columns mapped = new Columns(columns);
        return files.size() == 1
                ? new FileFleetSource(files.get(0), mapped, badRows)
                : new TraceFiles(files, mapped, badRows);
    }

    private Map<String, String> samples(Map<String, String> more) {
        Map<String, String> merged = new HashMap<>(settings);
        merged.putAll(more);
        return merged;
    }

    private FleetSource traced(FleetSource source) {
        List<String> notes = settings.keySet().stream()
                .filter(key -> key.startsWith("note"))
                .sorted()
                .map(settings::get)
                .toList();
        TimeFormat time = Optional.ofNullable(settings.get("time"))
                .flatMap(word -> java.util.Arrays.stream(TimeFormat.values())
                        .filter(format -> format.word().equals(word))
                        .findFirst())
                .orElse(TimeFormat.ISO);
        return new TraceSource(
                source, notes, Optional.ofNullable(settings.get("as_of")).map(at -> asOf(at, time)));
    }

    private java.time.Instant asOf(String text, TimeFormat time) {
        long micros = (time.isNumber() ? time : TimeFormat.TIMESTAMP).read(text);
        if (micros == TimeFormat.NO_TIME) {
            throw new InvalidInputException("--mapping " + name, "as_of=" + text, "write it as the other times");
        }
        return Micros.at(micros);
    }

    private List<Path> files(Path place) {
        if (!Files.isDirectory(place)) {
            return List.of(place);
        }
        String pattern = settings.getOrDefault("files", "*.csv");
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(place, pattern)) {
            found.forEach(files::add);
        } catch (IOException e) {
            throw new InvalidInputException(
                    place.toString(), "the folder cannot be read: " + e, "check its permissions", e);
        }
        if (files.isEmpty()) {
            throw new InvalidInputException(
                    place.toString(), "no file is named " + pattern, "the mapping " + name + " needs it");
        }
        Collections.sort(files);
        return files;
    }
}
