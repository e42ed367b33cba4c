package dev.amdahl.core.internal.ledger.file;

import dev.amdahl.core.internal.io.AtomicFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * The files that hold the events one after the other: {@code NAME.events.jsonl}, then {@code NAME.events.1.jsonl} and so on. A
 * file is never renamed, and a later one is begun only once the one before it is whole on the disk, so that a reader who goes
 * from file to file sees no gap.
 *
 * @param first the first file
 */
public record EventSegments(Path first) {
    private static final String SUFFIX = ".jsonl";

    /** Returns the file of that number; it need not be there. */
    public Path at(int number) {
        String name = name();
        return number == 0
                ? first
                : first.resolveSibling(name.substring(0, name.length() - SUFFIX.length()) + "." + number + SUFFIX);
    }

    /** Returns the numbers of the files that are there. */
    public NavigableSet<Integer> numbers() throws IOException {
        NavigableSet<Integer> numbers = new TreeSet<>();
        String name = name();
        String stem = name.substring(0, name.length() - SUFFIX.length()) + ".";
        Path folder = folder();
        if (!Files.isDirectory(folder)) {
            return numbers;
        }
        if (Files.exists(first)) {
            numbers.add(0);
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, file -> isOurs(file, stem))) {
            for (Path file : found) {
                String text = String.valueOf(file.getFileName());
                numbers.add(Integer.parseInt(text.substring(stem.length(), text.length() - SUFFIX.length())));
            }
        }
        return numbers;
    }

    /** Makes the first one, empty, where there is none; it is on the disk then. */
    public void begin() throws IOException {
        if (numbers().isEmpty()) {
            try {
                Files.createFile(first);
            } catch (FileAlreadyExistsException there) {
                return;
            }
            forceFolder();
        }
    }

    /** Returns whether there are files, and none of them has bytes. */
    public boolean areBegun() throws IOException {
        return !numbers().isEmpty() && !holdSomething();
    }

    /** Returns whether any file of them has bytes. */
    public boolean holdSomething() throws IOException {
        for (int number : numbers()) {
            if (Files.size(at(number)) > 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOurs(Path file, String stem) {
        String text = String.valueOf(file.getFileName());
        return text.startsWith(stem)
                && text.endsWith(SUFFIX)
                && text.length() > stem.length() + SUFFIX.length()
                && text.substring(stem.length(), text.length() - SUFFIX.length())
                        .matches("[1-9][0-9]{0,8}");
    }

    /** Makes what was begun, moved or deleted among them safe against a power cut. */
    public void forceFolder() throws IOException {
        AtomicFiles.forceFolder(folder());
    }

    private String name() {
        return String.valueOf(first.getFileName());
    }

    private Path folder() {
        Path folder = first.toAbsolutePath().getParent();
        return folder == null ? first.toAbsolutePath() : folder;
    }

    /** Opens or makes the file of that number. */
    public FileChannel open(int number) throws IOException {
        return FileChannel.open(
                at(number), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }
}
