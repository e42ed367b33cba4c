package dev.amdahl.llm.knowledge;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** A note by its words: which of its lines, and which of its headings, have each. Not changed once made, so thread-safe. */
final class IndexedNote {
    private static final Pattern MARKUP = Pattern.compile("^[\\s>*+-]+|^\\s*\\d+[.)]\\s+");
    private static final int BEGINNING = 4;
    private static final int MAX_CHARACTERS = 400;
    private static final int MAX_READ = 1_000;

    /** A line, its number, and the place of its heading. */
    record Line(int number, String text, int heading) {}

    private final List<Line> lines = new ArrayList<>();
    private final List<String> headings = new ArrayList<>(List.of(""));
    private final List<Integer> firstUnder = new ArrayList<>(List.of(0));
    private final NavigableMap<String, BitSet> linesWith = new TreeMap<>();
    private final NavigableMap<String, BitSet> headingsWith = new TreeMap<>();

    private IndexedNote() {}

    static IndexedNote of(String text) {
        IndexedNote note = new IndexedNote();
        int number = 0;
        for (String raw : (Iterable<String>) text.lines()::iterator) {
            number++;
            String line = raw.length() > MAX_READ ? raw.substring(0, MAX_READ) : raw;
            if (line.startsWith("#")) {
                String heading = line.replaceFirst("^#+", "").strip();
                index(note.headingsWith, heading, note.headings.size());
                note.headings.add(heading);
                note.firstUnder.add(note.lines.size());
            } else if (!line.isBlank() && !line.startsWith("```")) {
                index(note.linesWith, line, note.lines.size());
                note.lines.add(new Line(number, line, note.headings.size() - 1));
            }
        }
        return note;
    }

    private static void index(NavigableMap<String, BitSet> index, String text, int place) {
        String lower = text.toLowerCase(Locale.ROOT);
        int from = 0;
        for (int i = 0; i <= lower.length(); i++) {
            boolean isInside =
                    i < lower.length() && (Character.isLetterOrDigit(lower.charAt(i)) || lower.charAt(i) == '_');
            if (!isInside) {
                if (i > from) {
                    index.computeIfAbsent(lower.substring(from, i), ignored -> new BitSet())
                            .set(place);
                }
                from = i + 1;
            }
        }
    }

    /** Without markup at its start and control characters, cut if it is long. */
    static String shown(String text) {
        String plain = MARKUP.matcher(text)
                .replaceFirst("")
                .replaceAll("\\p{Cntrl}", " ")
                .strip();
        return plain.length() <= MAX_CHARACTERS ? plain : plain.substring(0, MAX_CHARACTERS) + "...";
    }

    List<Line> lines() {
        return lines;
    }

    String heading(int place) {
        return headings.get(place);
    }

    /** Returns the place of the first line under a heading. */
    int firstUnder(int heading) {
        return firstUnder.get(heading);
    }

    /** Returns the place behind its last line. */
    int firstAfter(int heading) {
        return heading + 1 < firstUnder.size() ? firstUnder.get(heading + 1) : lines.size();
    }

    /** Returns the lines that have a word; one of four letters or more also fits longer ones that begin with it. */
    BitSet linesWith(String word) {
        return with(linesWith, word);
    }

    /** Returns the headings that have it. */
    BitSet headingsWith(String word) {
        return with(headingsWith, word);
    }

    private static BitSet with(NavigableMap<String, BitSet> index, String word) {
        BitSet places = new BitSet();
        if (word.length() >= BEGINNING) {
            index.subMap(word, true, word + Character.MAX_VALUE, false).values().forEach(places::or);
        } else {
            places.or(index.getOrDefault(word, new BitSet()));
        }
        return places;
    }
}
