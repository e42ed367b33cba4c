package dev.amdahl.core.testing.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A disk that keeps what was forced and nothing else for sure. When the power goes, some of the 4 KiB blocks and some of the
 * names that were not forced are there all the same, in whatever order. Thread-safe.
 */
public final class LossyDisk implements Disk {
    private final String folder;
    private final long powerOff;
    private final Map<String, Content> names = new TreeMap<>();
    private final Map<String, Content> lastingNames = new TreeMap<>();
    private final List<Naming> namings = new ArrayList<>();
    private long seen;

    /** What a change of names leads to; a null content is a removed name. */
    private record Naming(String folder, Map<String, @Nullable Content> changes) {}

    /**
     * @param folder below which files are lost; what lies there now is on the disk to stay
     * @param powerOff how many changes there may be before the power goes
     */
    public LossyDisk(Path folder, long powerOff) throws IOException {
        this.folder = folder.toAbsolutePath() + "/";
        this.powerOff = powerOff;
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                lastingNames.put(file.toAbsolutePath().toString(), new Content(Files.readAllBytes(file)));
            }
        }
        names.putAll(lastingNames);
    }

    /** Whether the power has gone. */
    public synchronized boolean isOff() {
        return seen > powerOff;
    }

    @Override
    public synchronized void before(Operation operation, Path file) throws IOException {
        if (isOurs(file) && ++seen > powerOff) {
            throw new IOException(file + ": the power is off");
        }
    }

    private boolean isOurs(Path file) {
        return (file + "/").startsWith(folder);
    }

    @Override
    public synchronized void opened(Path file) {
        if (isOurs(file) && !names.containsKey(file.toString())) {
            Content content = new Content(new byte[0]);
            names.put(file.toString(), content);
            namings.add(new Naming(parent(file), Map.of(file.toString(), content)));
        }
    }

    @Override
    public synchronized void written(Path file, long position, byte[] bytes) {
        content(file).ifPresent(content -> content.write(position, bytes));
    }

    @Override
    public synchronized void truncated(Path file, long size) {
        content(file).ifPresent(content -> content.resize(size));
    }

    private Optional<Content> content(Path file) {
        return Optional.ofNullable(names.get(file.toString()));
    }

    @Override
    public synchronized void forced(Path file) {
        content(file).ifPresent(Content::force);
        namings.removeIf(naming -> {
            boolean isForced = naming.folder().equals(file.toString());
            if (isForced) {
                apply(naming, lastingNames);
            }
            return isForced;
        });
    }

    @Override
    public synchronized void renamed(Path from, Path to) {
        if (isOurs(from) || isOurs(to)) {
            @Nullable Content content = names.remove(from.toString());
            Map<String, @Nullable Content> changes = new HashMap<>();
            changes.put(from.toString(), null);
            if (content != null) {
                names.put(to.toString(), content);
                changes.put(to.toString(), content);
            }
            namings.add(new Naming(parent(to), changes));
        }
    }

    @Override
    public synchronized void deleted(Path file) {
        if (isOurs(file)) {
            names.remove(file.toString());
            Map<String, @Nullable Content> changes = new HashMap<>();
            changes.put(file.toString(), null);
            namings.add(new Naming(parent(file), changes));
        }
    }

    private static String parent(Path file) {
        return String.valueOf(file.getParent());
    }

    private static void apply(Naming naming, Map<String, Content> to) {
        naming.changes().forEach((name, content) -> {
            if (content == null) {
                to.remove(name);
            } else {
                to.put(name, content);
            }
        });
    }

    /**
     * Writes into another folder what is found after the power has come back.
     *
     * @param leaking which share of what was not forced is there all the same
     */
    public synchronized void restore(Path target, SplittableRandom random, double leaking) throws IOException {
        Map<String, Content> found = new TreeMap<>(lastingNames);
        for (Naming naming : namings) {
            if (random.nextDouble() < leaking) {
                apply(naming, found);
            }
        }
        for (Map.Entry<String, Content> entry : found.entrySet()) {
            Path file = target.resolve(entry.getKey().substring(folder.length()));
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, entry.getValue().after(random, leaking));
        }
    }
}
