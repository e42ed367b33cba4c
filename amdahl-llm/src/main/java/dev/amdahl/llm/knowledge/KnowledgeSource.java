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
        List<String> words = new ArrayList<>();
        Set<Bottleneck> topics = EnumSet.noneOf(Bottleneck.class);
        for (Bottleneck topic : Bottleneck.values()) {
            if (query.bottlenecks().contains(topic)) {
                topics.add(topic);
                words.addAll(ClassWords.of(topic));
            }
        }
        for (Lever lever : query.job().levers()) {
            names(lever).forEach(name -> words.add(name.toLowerCase(Locale.ROOT)));
        }
        return folder.search(topics, words, MAX_LINES);
    }

    private static Idea idea(IdeaQuery query, KnowledgeLine line) {
        String id = NAME + ":" + line.citation();
        String text = Redaction.of(line.text());
        Optional<Change> change = change(query.job(), line.text());
        return new Idea(
                id,
                text.length() <= MAX_TITLE ? text : text.substring(0, MAX_TITLE) + "...",
                about(query.bottlenecks(), line),
                "config",
                List.of(),
                FRACTION,
                line.citation() + ": " + text,
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

    private static Optional<Change> change(JobSpec job, String text) {
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
