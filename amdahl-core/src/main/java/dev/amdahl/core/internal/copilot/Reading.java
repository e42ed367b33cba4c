package dev.amdahl.core.internal.copilot;

import dev.amdahl.spi.hypothesis.Bottleneck;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A question as it was understood: by its words alone, so that the same question is always read alike.
 *
 * @param text what was asked: untrusted
 * @param families whom it is about, by name
 * @param isNamed whether the question or the caller named them; else they are all there are
 * @param classes what it is about; none leaves it open
 */
public record Reading(String text, List<String> families, boolean isNamed, Set<Bottleneck> classes) {
    public Reading {
        families = List.copyOf(families);
        classes = Set.copyOf(classes);
    }

    /**
     * Reads a question.
     *
     * @param family the one that the caller wants; empty lets the words choose
     * @param known all families that there are
     */
    public static Reading of(String text, Optional<String> family, Collection<String> known) {
        List<String> words = QuestionWords.of(text);
        Set<Bottleneck> classes = QuestionWords.classes(words);
        if (family.isPresent()) {
            return new Reading(text, List.of(family.get()), true, classes);
        }
        int best = known.stream()
                .mapToInt(name -> QuestionWords.matches(words, name))
                .max()
                .orElse(0);
        List<String> meant = new TreeSet<>(known)
                .stream()
                        .filter(name -> QuestionWords.matches(words, name) == best)
                        .toList();
        return new Reading(text, meant, best > 0, classes);
    }

    /** Returns whether a class is among what was asked. */
    public boolean asksFor(Bottleneck bottleneck) {
        return classes.isEmpty() || classes.contains(bottleneck);
    }
}
