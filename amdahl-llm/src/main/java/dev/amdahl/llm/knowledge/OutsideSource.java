package dev.amdahl.llm.knowledge;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.Suspicion;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.IdeaQuery;
import dev.amdahl.spi.hypothesis.IdeaSource;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ideas out of what a place outside has: papers, issues, pull requests, releases, documents. Asked by the words of a class alone; of each
 * document the line that fits the job best is quoted. A line that names a declared lever and one of its declared values is a change, but
 * not one of a document that gives orders to models; any other is advice. Thread-safe.
 */
final class OutsideSource implements IdeaSource {
    private static final Logger LOG = LoggerFactory.getLogger(OutsideSource.class);
    private static final int MAX_QUESTIONS = 4;
    private static final int MAX_WORDS = 4;
    private static final int MAX_LINES = 64;
    private static final int MAX_IDEAS = 8;

    private final OutsideEndpoint endpoint;
    private final OutsideReader reader;

    OutsideSource(OutsideEndpoint endpoint, Clock clock) {
        this.endpoint = endpoint;
        reader = new OutsideReader(endpoint, clock);
    }

    @Override
    public String name() {
        return endpoint.name();
    }

    /** @throws AmdahlException if nothing can be had */
    @Override
    public List<Idea> search(IdeaQuery query) {
        Map<String, OutsideItem> items = new LinkedHashMap<>();
        Optional<AmdahlException> failed = Optional.empty();
        for (String question : questions(query)) {
            try {
                reader.items(question).forEach(item -> items.putIfAbsent(item.place(), item));
            } catch (AmdahlException none) {
                LOG.warn("{}", none.getMessage());
                failed = Optional.of(none);
            }
        }
        if (items.isEmpty() && failed.isPresent()) {
            throw failed.get();
        }
        return ideas(query, items);
    }

    private Set<String> questions(IdeaQuery query) {
        Set<String> questions = new LinkedHashSet<>();
        KnowledgeSource.classes(query).stream()
                .map(ClassWords::of)
                .filter(words -> !words.isEmpty())
                .map(words ->
                        endpoint.service().question(endpoint, words.subList(0, Math.min(MAX_WORDS, words.size()))))
                .distinct()
                .limit(MAX_QUESTIONS)
                .forEach(questions::add);
        return questions;
    }

    private List<Idea> ideas(IdeaQuery query, Map<String, OutsideItem> items) {
        LineRanking ranking = new LineRanking(KnowledgeSource.words(query));
        items.forEach((place, item) -> ranking.read(place, item.note()));
        Map<String, Idea> ideas = new LinkedHashMap<>();
        for (KnowledgeLine line : ranking.best(MAX_LINES)) {
            OutsideItem item = items.get(line.file());
            if (item != null && ideas.size() < MAX_IDEAS) {
                ideas.computeIfAbsent(line.file(), place -> idea(query, line, item));
            }
        }
        return new ArrayList<>(ideas.values());
    }

    private Idea idea(IdeaQuery query, KnowledgeLine line, OutsideItem item) {
        String title = item.title().isBlank() ? line.text() : item.title();
        List<String> orders = Suspicion.in(Redaction.of(item.title() + "\n" + item.text()));
        Optional<Change> change =
                orders.isEmpty() ? KnowledgeSource.change(query.job(), line.text()) : Optional.empty();
        Idea idea = KnowledgeSource.idea(query, line, name(), item.place(), title, change);
        return orders.isEmpty() ? idea : suspected(idea, orders.get(0));
    }

    /** Whoever reads the idea reads what else its document says. */
    private static Idea suspected(Idea idea, String order) {
        return new Idea(
                idea.id(),
                idea.title(),
                idea.bottleneck(),
                idea.kind(),
                idea.symptoms(),
                idea.typicalFraction(),
                idea.summary() + " (no change is made of it, because it reads like an order to a model: '" + order
                        + "')",
                idea.provenance(),
                Optional.empty());
    }
}
