package dev.amdahl.llm.knowledge;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeSet;

/**
 * Ranks lines by the words they hold: each word once, weighed by how few lines have it, ln(1 + lines / lines with it); those of the
 * heading count half. A line needs two words, or one of its own and one of its heading. Not thread-safe.
 */
final class LineRanking {
    private static final Comparator<KnowledgeLine> BEST_FIRST = Comparator.comparingDouble(KnowledgeLine::score)
            .reversed()
            .thenComparing(KnowledgeLine::file)
            .thenComparingInt(KnowledgeLine::line);

    private final List<String> words;
    private final int[] linesWith;
    private final List<Found> notes = new ArrayList<>();
    private int lines;

    LineRanking(Collection<String> words) {
        this.words = List.copyOf(new TreeSet<>(words));
        this.linesWith = new int[this.words.size()];
    }

    /** A note, and for each word the lines and the headings that have it. */
    private record Found(String file, IndexedNote note, List<BitSet> lines, List<BitSet> headings) {}

    void read(String file, IndexedNote note) {
        List<BitSet> own = words.stream().map(note::linesWith).toList();
        for (int word = 0; word < words.size(); word++) {
            linesWith[word] += own.get(word).cardinality();
        }
        lines += note.lines().size();
        notes.add(new Found(
                file, note, own, words.stream().map(note::headingsWith).toList()));
    }

    List<KnowledgeLine> best(int most) {
        double[] weights = new double[words.size()];
        for (int word = 0; word < weights.length; word++) {
            weights[word] = Math.log1p((double) lines / Math.max(1, linesWith[word]));
        }
        PriorityQueue<KnowledgeLine> best = new PriorityQueue<>(BEST_FIRST.reversed());
        notes.forEach(note -> rank(note, weights, most, best));
        return best.stream()
                .sorted(BEST_FIRST)
                .map(line -> new KnowledgeLine(
                        line.file(),
                        line.line(),
                        IndexedNote.shown(line.text()),
                        IndexedNote.shown(line.heading()),
                        line.score()))
                .toList();
    }

    /** Word by word, so that lines cost only what they hold. */
    private static void rank(Found found, double[] weights, int most, PriorityQueue<KnowledgeLine> best) {
        IndexedNote note = found.note();
        BitSet any = new BitSet();
        found.lines().forEach(any::or);
        double[] scores = new double[any.length()];
        int[] words = new int[any.length()];
        for (int word = 0; word < weights.length; word++) {
            double weight = weights[word];
            BitSet own = found.lines().get(word);
            own.stream().forEach(place -> {
                scores[place] += weight;
                words[place]++;
            });
            BitSet above = found.headings().get(word);
            for (int heading = above.nextSetBit(0); heading >= 0; heading = above.nextSetBit(heading + 1)) {
                int end = Math.min(note.firstAfter(heading), scores.length);
                for (int place = note.firstUnder(heading); place < end; place++) {
                    scores[place] += own.get(place) ? 0 : weight / 2;
                    words[place]++;
                }
            }
        }
        for (int place = any.nextSetBit(0); place >= 0; place = any.nextSetBit(place + 1)) {
            if (words[place] > 1
                    && (best.size() < most
                            || (most > 0 && scores[place] >= best.element().score()))) {
                IndexedNote.Line line = note.lines().get(place);
                best.add(new KnowledgeLine(
                        found.file(), line.number(), line.text(), note.heading(line.heading()), scores[place]));
                if (best.size() > most) {
                    best.remove();
                }
            }
        }
    }
}
