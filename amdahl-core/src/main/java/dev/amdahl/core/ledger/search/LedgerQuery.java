package dev.amdahl.core.ledger.search;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A query of the ledger; all given conditions must hold.
 *
 * @param terms words of which at least one must occur, in lower case; none asks for all
 * @param classes classes of which at least one is addressed; none asks for all
 * @param states states; none asks for all
 * @param family the recurring workload; empty for all
 * @param since only what moved at or after this; empty for all
 * @param most how many are wanted
 */
public record LedgerQuery(
        List<String> terms,
        Set<Bottleneck> classes,
        Set<HypothesisState> states,
        Optional<String> family,
        Optional<Instant> since,
        int most) {
    /** Everything, the newest 20. */
    public static final LedgerQuery ALL =
            new LedgerQuery(List.of(), Set.of(), Set.of(), Optional.empty(), Optional.empty(), 20);

    /** How ideas end that did not work. */
    public static final Set<HypothesisState> FAILED = Set.of(
            HypothesisState.SCREENED_OUT,
            HypothesisState.BUILD_FAILED,
            HypothesisState.NO_EFFECT,
            HypothesisState.NOT_SEEN,
            HypothesisState.REGRESSION,
            HypothesisState.INCONCLUSIVE,
            HypothesisState.RUN_FAILED,
            HypothesisState.NOT_REPLICATED,
            HypothesisState.REFUTED,
            HypothesisState.DECLINED,
            HypothesisState.DECAYED);

    /** How they stand that did. */
    public static final Set<HypothesisState> WON =
            Set.of(HypothesisState.SURVIVED, HypothesisState.IN_REVIEW, HypothesisState.PROMOTED);

    private static final Splitter BETWEEN = Splitter.on(CharMatcher.whitespace().or(CharMatcher.anyOf(",;?!\"'")))
            .omitEmptyStrings();
    private static final Set<String> FAILED_WORDS = Set.of("failed", "fails", "fail");
    private static final Set<String> WON_WORDS = Set.of("won", "wins", "worked", "works", "helped");
    private static final Set<String> FILLERS = Set.of(
            "a",
            "all",
            "already",
            "an",
            "and",
            "any",
            "anything",
            "been",
            "before",
            "did",
            "do",
            "does",
            "ended",
            "everything",
            "far",
            "for",
            "has",
            "have",
            "how",
            "i",
            "in",
            "is",
            "it",
            "list",
            "me",
            "of",
            "on",
            "or",
            "show",
            "so",
            "that",
            "the",
            "there",
            "tested",
            "they",
            "this",
            "to",
            "tried",
            "try",
            "us",
            "was",
            "we",
            "were",
            "what",
            "when",
            "which",
            "why",
            "with");

    /** @throws IllegalArgumentException if not at least one result is wanted */
    public LedgerQuery {
        terms = List.copyOf(terms);
        classes = Set.copyOf(classes);
        states = Set.copyOf(states);
        if (most < 1) {
            throw new IllegalArgumentException("at least one result is wanted, was " + most);
        }
    }

    /**
     * This query with a question in plain words: the name of a class or of a state asks for it, "failed" and "won" for all states of
     * that kind, fillers for nothing, every other word for itself.
     */
    public LedgerQuery asking(String question) {
        List<String> words = new ArrayList<>(terms);
        Set<Bottleneck> asked = new HashSet<>(classes);
        Set<HypothesisState> ends = new HashSet<>(states);
        for (String word : BETWEEN.split(question.toLowerCase(Locale.ROOT))) {
            Optional<Bottleneck> bottleneck = named(Bottleneck.class, word);
            Optional<HypothesisState> state = named(HypothesisState.class, word);
            if (bottleneck.isPresent()) {
                asked.add(bottleneck.get());
            } else if (state.isPresent()) {
                ends.add(state.get());
            } else if (FAILED_WORDS.contains(word)) {
                ends.addAll(FAILED);
            } else if (WON_WORDS.contains(word)) {
                ends.addAll(WON);
            } else if (!FILLERS.contains(word)) {
                words.add(word);
            }
        }
        return new LedgerQuery(words, asked, ends, family, since, most);
    }

    private static <E extends Enum<E>> Optional<E> named(Class<E> kind, String word) {
        String name = word.replace('-', '_').toUpperCase(Locale.ROOT);
        return Arrays.stream(kind.getEnumConstants())
                .filter(one -> one.name().equals(name))
                .findFirst();
    }

    /** This query for these classes. */
    public LedgerQuery classes(Set<Bottleneck> wanted) {
        return new LedgerQuery(terms, wanted, states, family, since, most);
    }

    /** This query for these states. */
    public LedgerQuery states(Set<HypothesisState> wanted) {
        return new LedgerQuery(
                terms, classes, wanted.isEmpty() ? Set.of() : EnumSet.copyOf(wanted), family, since, most);
    }

    /** This query for one family. */
    public LedgerQuery family(String wanted) {
        return new LedgerQuery(terms, classes, states, Optional.of(wanted), since, most);
    }

    /** This query for what moved since then. */
    public LedgerQuery since(Instant from) {
        return new LedgerQuery(terms, classes, states, family, Optional.of(from), most);
    }

    /** This query for so many results. */
    public LedgerQuery most(int wanted) {
        return new LedgerQuery(terms, classes, states, family, since, wanted);
    }
}
