package dev.amdahl.llm.knowledge;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.hypothesis.Bottleneck;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * A folder of Markdown notes. Reads what its topic map says of the classes asked for, or all; never a link, a hidden file or one that is
 * too large. A file is read again when its size or its time of change is another. Thread-safe.
 */
public final class KnowledgeFolder {
    /** The topic map, at the top of the folder. */
    public static final String TOPICS = "topics.md";

    private static final int MAX_FILES = 2_000;
    private static final long MAX_BYTES = 1 << 20;
    private static final long MAX_BYTES_IN_ALL = 64L << 20;
    private static final int MAX_ANSWERS = 1_000;

    private final Path folder;
    private final Map<String, Known> known = new ConcurrentHashMap<>();
    private volatile Answers answers = new Answers(List.of(), List.of(), new ConcurrentHashMap<>());

    /**
     * Returns the notes in that folder.
     *
     * @throws InvalidInputException if there is no such folder
     */
    public KnowledgeFolder(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new InvalidInputException(
                    "knowledge folder " + folder, "is not a folder", "name one that holds Markdown files");
        }
        this.folder = folder;
    }

    private record Note(String name, Path file, long bytes, FileTime changed) {}

    private record Known(long bytes, FileTime changed, IndexedNote note) {}

    private record Question(Set<Bottleneck> topics, Set<String> words, int most) {}

    /** What was answered while the folder looked like this: jobs with the same classes and levers ask the same. */
    private record Answers(List<Note> notes, List<String> left, Map<Question, KnowledgeAnswer> given) {}

    /**
     * Returns the lines that fit best.
     *
     * @param topics classes, to narrow the search by the topic map; empty to read all
     * @param words what to look for, in lower case; a word of four letters or more also fits longer ones that begin with it
     * @param most lines
     * @throws UncheckedIOException if the folder cannot be read
     */
    public KnowledgeAnswer search(Set<Bottleneck> topics, Collection<String> words, int most) {
        try {
            List<String> left = new ArrayList<>();
            List<Note> notes = notes(left);
            Answers now = answers;
            if (!now.notes().equals(notes) || !now.left().equals(left)) {
                now = new Answers(notes, List.copyOf(left), new ConcurrentHashMap<>());
                answers = now;
            }
            Question question = new Question(Set.copyOf(topics), Set.copyOf(words), most);
            KnowledgeAnswer before = now.given().get(question);
            if (before != null) {
                return before;
            }
            KnowledgeAnswer answer = ranked(question, notes, left);
            if (now.given().size() < MAX_ANSWERS) {
                now.given().put(question, answer);
            }
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException("knowledge folder " + folder + " cannot be read", e);
        }
    }

    private KnowledgeAnswer ranked(Question question, List<Note> notes, List<String> left) throws IOException {
        TopicMap map = topicMap(notes);
        LineRanking ranking = new LineRanking(question.words());
        int scanned = 0;
        long bytes = 0;
        for (Note note : notes) {
            if (!note.name().equals(TOPICS) && map.isAbout(note.name(), question.topics())) {
                bytes += note.bytes();
                if (bytes > MAX_BYTES_IN_ALL || scanned == MAX_FILES) {
                    left.add(note.name() + ": too much in all");
                } else {
                    ranking.read(note.name(), indexed(note));
                    scanned++;
                }
            }
        }
        known.keySet().retainAll(notes.stream().map(Note::name).collect(Collectors.toSet()));
        return new KnowledgeAnswer(ranking.best(question.most()), notes.size(), scanned, left);
    }

    private static TopicMap topicMap(List<Note> notes) throws IOException {
        for (Note note : notes) {
            if (note.name().equals(TOPICS)) {
                return TopicMap.of(text(note));
            }
        }
        return TopicMap.of("");
    }

    private IndexedNote indexed(Note note) throws IOException {
        Known before = known.get(note.name());
        if (before != null && before.bytes() == note.bytes() && before.changed().equals(note.changed())) {
            return before.note();
        }
        IndexedNote now = IndexedNote.of(String.join("\n", Redaction.lines(text(note))));
        known.put(note.name(), new Known(note.bytes(), note.changed(), now));
        return now;
    }

    private static String text(Note note) throws IOException {
        return new String(Files.readAllBytes(note.file()), StandardCharsets.UTF_8);
    }

    private List<Note> notes(List<String> left) throws IOException {
        List<Note> notes = new ArrayList<>();
        Files.walkFileTree(folder.toRealPath(), new SimpleFileVisitor<>() {
            private final Path top = folder.toRealPath();

            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return !directory.equals(top) && isHidden(directory)
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = top.relativize(file).toString().replace('\\', '/');
                if (isHidden(file) || !name.endsWith(".md")) {
                    return FileVisitResult.CONTINUE;
                }
                if (!attributes.isRegularFile()) {
                    left.add(name + ": a link, not followed");
                } else if (attributes.size() > MAX_BYTES) {
                    left.add(name + ": larger than " + MAX_BYTES + " bytes");
                } else {
                    notes.add(new Note(name, file, attributes.size(), attributes.lastModifiedTime()));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
                left.add(top.relativize(file) + ": cannot be read");
                return FileVisitResult.CONTINUE;
            }
        });
        notes.sort(Comparator.comparing(Note::name));
        left.sort(Comparator.naturalOrder());
        return notes;
    }

    private static boolean isHidden(Path file) {
        return String.valueOf(file.getFileName()).startsWith(".");
    }
}
