package dev.amdahl.core.ledger.search;

import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds hypotheses by what they change, what they address and how they ended. Ranked by how well the words match (what is changed
 * counts most, then family and class, then reasons and votes), then the newest first; the same ledger and query give the same answer.
 * Reads every hypothesis: for people and advisors, not for the steps of a cycle. Immutable, so thread-safe.
 */
public final class LedgerSearch {
    private static final int CHANGE = 4;
    private static final int PLACE = 2;
    private static final int MAX_LINE = 300;

    private final List<Dossier> dossiers;

    private LedgerSearch(List<Dossier> dossiers) {
        this.dossiers = dossiers;
    }

    /** Creates a search over all hypotheses of a ledger. */
    public static LedgerSearch over(LedgerView view) {
        return new LedgerSearch(view.dossiers());
    }

    /** Returns how many hypotheses answer a query, wanted or not. */
    public int count(LedgerQuery query) {
        return (int)
                dossiers.stream().filter(dossier -> answers(query, dossier)).count();
    }

    /** Returns the best answers, at most as many as are wanted. */
    public List<SearchHit> find(LedgerQuery query) {
        List<SearchHit> all = new ArrayList<>();
        for (Dossier dossier : dossiers) {
            if (answers(query, dossier)) {
                all.add(new SearchHit(0, score(query, dossier), dossier));
            }
        }
        all.sort(Comparator.comparingInt(SearchHit::score)
                .thenComparing(found -> found.dossier().movedAt())
                .reversed()
                .thenComparing(found -> found.dossier().id()));
        List<SearchHit> ranked = new ArrayList<>();
        for (SearchHit found : all.subList(0, Math.min(query.most(), all.size()))) {
            ranked.add(new SearchHit(ranked.size() + 1, found.score(), found.dossier()));
        }
        return List.copyOf(ranked);
    }

    /** Returns a hypothesis in one line of bounded length: change, end, numbers, reason. */
    public static String line(Dossier dossier) {
        String result =
                dossier.verdict().map(verdict -> " (" + verdict.result() + ")").orElse("");
        String line = dossier.hypothesis().title() + ": " + dossier.state() + result + ", " + dossier.reason();
        String clean = line.replaceAll("\\p{Cntrl}+", " ");
        return clean.length() <= MAX_LINE ? clean : clean.substring(0, MAX_LINE) + "...";
    }

    private static boolean answers(LedgerQuery query, Dossier dossier) {
        Hypothesis hypothesis = dossier.hypothesis();
        return query.family()
                        .filter(wanted -> !wanted.equals(hypothesis.family()))
                        .isEmpty()
                && (query.states().isEmpty() || query.states().contains(dossier.state()))
                && (query.classes().isEmpty() || hypothesis.addresses().stream().anyMatch(query.classes()::contains))
                && query.since().filter(dossier.movedAt()::isBefore).isEmpty()
                && (query.terms().isEmpty() || score(query, dossier) > 0);
    }

    private static int score(LedgerQuery query, Dossier dossier) {
        if (query.terms().isEmpty()) {
            return 0;
        }
        String change = change(dossier.hypothesis());
        String place = text(Stream.concat(
                Stream.of(dossier.hypothesis().family()),
                dossier.hypothesis().addresses().stream().map(Enum::name)));
        String rest = text(Stream.concat(
                Stream.of(
                        dossier.id(),
                        dossier.reason(),
                        dossier.verdict().map(Verdict::result).orElse(""),
                        dossier.reopens().orElse(""),
                        dossier.hypothesis().provenance().source()),
                dossier.votes().stream().map(Vote::reason)));
        int score = 0;
        for (String term : query.terms()) {
            score += change.contains(term) ? CHANGE : 0;
            score += place.contains(term) ? PLACE : 0;
            score += rest.contains(term) ? 1 : 0;
        }
        return score;
    }

    private static String change(Hypothesis hypothesis) {
        Stream<String> parts = hypothesis.change() instanceof ConfigChange config
                ? config.settings().stream()
                        .map(setting -> setting.lever() + " " + setting.target().words() + " " + setting.from() + " "
                                + setting.to())
                : Stream.concat(
                        ((PatchChange) hypothesis.change()).paths().stream(),
                        Stream.of(((PatchChange) hypothesis.change()).diff()));
        return text(Stream.concat(Stream.of(hypothesis.title()), parts));
    }

    private static String text(Stream<String> parts) {
        return parts.collect(Collectors.joining("\n")).toLowerCase(Locale.ROOT);
    }
}
