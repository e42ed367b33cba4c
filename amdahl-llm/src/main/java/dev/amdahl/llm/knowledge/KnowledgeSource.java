package dev.amdahl.llm.knowledge;

import static java.util.Objects.requireNonNull;

import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.IdeaQuery;
import dev.amdahl.spi.hypothesis.IdeaSource;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Provenance;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Ideas out of a folder of Markdown notes: the lines that speak of the job's classes and levers, cited by {@code file:line}. A line that
 * names a declared lever and one of its declared values is a change; any other is advice. Thread-safe.
 */
public final class KnowledgeSource implements IdeaSource {
    static final String NAME = "knowledge";

    private static final int MAX_LINES = 8;
    private static final int MAX_TITLE = 120;
    /** A chosen prior: nobody has measured what a note says. */
    private static final double FRACTION = .2;

    private final KnowledgeFolder folder;

    /** Ideas out of that folder. */
    public KnowledgeSource(KnowledgeFolder folder) {
        this.folder = requireNonNull(folder);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<Idea> search(IdeaQuery query) {
        List<Idea> ideas = new ArrayList<>();
        if (query.bottlenecks().isEmpty()) {
            return ideas;
        }
        for (KnowledgeLine line : lines(query).lines()) {
            ideas.add(idea(query, line));
        }
        return ideas;
    }

    /** Returns the lines that ideas are made of, with what was read to find them. */
    public KnowledgeAnswer lines(IdeaQuery query) {
        return folder.search(classes(query), words(query), MAX_LINES);
    }

    /** Returns the classes that are asked for, always in the same order. */
    static Set<Bottleneck> classes(IdeaQuery query) {
        return query.bottlenecks().isEmpty() ? EnumSet.noneOf(Bottleneck.class) : EnumSet.copyOf(query.bottlenecks());
    }

    /** Returns what to look for: the words of its classes and the names of the job's levers. */
    static List<String> words(IdeaQuery query) {
        List<String> words = new ArrayList<>();
        classes(query).forEach(one -> words.addAll(ClassWords.of(one)));
        for (Lever lever : query.job().levers()) {
            names(lever).forEach(name -> words.add(name.toLowerCase(Locale.ROOT)));
        }
        return words;
    }

    private static Idea idea(IdeaQuery query, KnowledgeLine line) {
        return idea(query, line, NAME, line.citation(), line.text(), change(query.job(), line.text()));
    }

    /**
     * Makes an idea of a line.
     *
     * @param source the name of its source
     * @param place where it stands
     * @param title what it is about
     * @param change what it comes to on the job
     */
    static Idea idea(
            IdeaQuery query, KnowledgeLine line, String source, String place, String title, Optional<Change> change) {
        String id = source + ":" + place;
        String shown = Redaction.of(title);
        return new Idea(
                id,
                shown.length() <= MAX_TITLE ? shown : shown.substring(0, MAX_TITLE) + "...",
                about(query.bottlenecks(), line),
                "config",
                List.of(),
                FRACTION,
                place + ": " + Redaction.of(line.text()),
                new Provenance(Provenance.Origin.DREAM, id, Provenance.Maturity.EXPERIMENTAL),
                change);
    }

    /** Returns the class whose words it has most of. */
    private static Bottleneck about(Set<Bottleneck> asked, KnowledgeLine line) {
        String text = (line.heading() + " " + line.text()).toLowerCase(Locale.ROOT);
        Bottleneck best = asked.iterator().next();
        long most = -1;
        for (Bottleneck one : Bottleneck.values()) {
            long count = asked.contains(one)
                    ? ClassWords.of(one).stream().filter(text::contains).count()
                    : -1;
            if (count > most) {
                most = count;
                best = one;
            }
        }
        return best;
    }

    /** Returns the first declared value of a declared lever that the text names. */
    static Optional<Change> change(JobSpec job, String text) {
        for (Lever lever : job.levers()) {
            for (String name : names(lever)) {
                for (String value : lever.values()) {
                    if (Pattern.compile("(?<![\\w-])" + Pattern.quote(name) + "`?\\s*(?:=|:|->|to|of)?\\s*[`'\"]?"
                                    + Pattern.quote(value) + "(?![\\w.-]*\\w)")
                            .matcher(text)
                            .find()) {
                        return Optional.of(lever.set(value));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static List<String> names(Lever lever) {
        return lever.target() instanceof LeverSetting.Environment environment
                ? List.of(lever.name(), environment.variable())
                : List.of(lever.name());
    }
}
