package dev.amdahl.core.schedulers.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a pod packed of its trial: for each file its size and name on a line, then its bytes; {@code -} for what was left out. */
final class ResultArchive {
    static final String RECORD = "result.properties";

    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final Map<String, Set<String>> omitted = new TreeMap<>();

    /**
     * Reads an archive; its names are data.
     *
     * @param arms the folders that its files may lie in
     * @throws IOException if it is not one, or names a file elsewhere
     */
    static ResultArchive read(byte[] bytes, Set<String> arms) throws IOException {
        ResultArchive archive = new ResultArchive();
        int at = 0;
        while (at < bytes.length) {
            int end = at;
            while (end < bytes.length && bytes[end] != '\n') {
                end++;
            }
            String line = new String(bytes, at, end - at, UTF_8);
            int space = line.indexOf(' ');
            if (end == bytes.length || space < 1) {
                throw new IOException("its archive is damaged at byte " + at);
            }
            String name = line.substring(space + 1);
            requireInside(name, arms);
            int slash = name.indexOf('/');
            if (line.charAt(0) == '-' && slash > 0) {
                archive.omitted
                        .computeIfAbsent(name.substring(0, slash), arm -> new TreeSet<>())
                        .add(name.substring(slash + 1));
                at = end + 1;
            } else {
                int size = size(line.substring(0, space), bytes.length - end - 1);
                archive.files.put(name, Arrays.copyOfRange(bytes, end + 1, end + 1 + size));
                at = end + 1 + size;
            }
        }
        if (!archive.files.containsKey(RECORD)) {
            throw new IOException("its archive holds no " + RECORD);
        }
        return archive;
    }

    private static int size(String digits, int left) throws IOException {
        int size = digits.matches("\\d{1,7}") ? Integer.parseInt(digits) : -1;
        if (size < 0 || size > left) {
            throw new IOException("its archive is damaged: a file of " + OneLine.of(digits) + " bytes");
        }
        return size;
    }

    private static void requireInside(String name, Set<String> arms) throws IOException {
        try {
            Path path = Path.of(name);
            boolean isInArm =
                    path.getNameCount() > 1 && arms.contains(path.getName(0).toString());
            if (!path.isAbsolute()
                    && path.normalize().equals(path)
                    && !name.startsWith("..")
                    && (isInArm || name.equals(RECORD))) {
                return;
            }
        } catch (InvalidPathException e) {
            throw new IOException("its archive names a file that cannot be: " + OneLine.of(name), e);
        }
        throw new IOException("its archive names a file outside the trial: " + OneLine.of(name));
    }

    /** Writes its files but the record, which is the last to be there. */
    void unpack(Path folder) throws IOException {
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            if (!file.getKey().equals(RECORD)) {
                Path path = folder.resolve(file.getKey());
                Files.createDirectories(path.resolveSibling("."));
                Files.write(path, file.getValue());
            }
        }
    }

    String record() {
        return new String(Optional.ofNullable(files.get(RECORD)).orElse(new byte[0]), UTF_8);
    }

    /** By arm, what was too large. */
    Map<String, Set<String>> omitted() {
        return omitted;
    }
}
