package dev.amdahl.core.internal.loop.propose;

import com.google.common.base.Suppliers;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import com.google.common.collect.Iterables;
import dev.amdahl.core.internal.advice.IdeaCatalogue;
import dev.amdahl.core.internal.advice.Metric;
import dev.amdahl.core.internal.advice.MetricsTable;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.LoopSetup;
import dev.amdahl.core.internal.loop.VerdictText;
import dev.amdahl.core.internal.workspace.SourceFiles;
import dev.amdahl.core.ledger.search.LedgerSearch;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.Suspicion;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Attempt;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.IdeaQuery;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.SourceWindow;
import dev.amdahl.spi.hypothesis.Workbench;
import dev.amdahl.spi.llm.CallBook;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A briefing over the ledger as it stands; each part is made when it is first asked for, and files that were asked for are remembered. Thread-safe. */
final class Brief implements Briefing {
    private static final int MAX_IDEAS = 12;
    private static final int MAX_WINS = 8;
    private static final int MAX_PASSAGES = 12;
    /** Most of a briefing is the same in the next cycle. */
    private static final LoadingCache<String, Optional<String>> PASSAGES =
            CacheBuilder.newBuilder().maximumSize(1000).build(CacheLoader.from(Brief::passage));

    private final JobSpec job;
    private final Diagnosis diagnosis;
    private final Supplier<List<Idea>> ideas;
    private final Supplier<List<Attempt>> attempts;
    private final Supplier<List<String>> history;
    private final Supplier<List<Attempt>> wins;
    private final Supplier<List<String>> warnings;
    private final Supplier<List<SourceWindow>> source;
    private final Supplier<List<String>> editable;
    private final Map<String, SourceWindow> shown = new ConcurrentHashMap<>();
    private final CallBook calls;
    private final Supplier<Optional<Workbench>> workbench;
    private final OptionalInt candidates;

    Brief(Cycle cycle, JobSpec job, Diagnosis diagnosis) {
        this.job = job;
        this.diagnosis = diagnosis;
        LedgerView view = cycle.view();
        calls = cycle.calls();
        workbench = () -> cycle.setup().builder().flatMap(builder -> builder.workbench(job));
        candidates = cycle.policy().candidates();
        Supplier<List<Dossier>> recent = Suppliers.memoize(() -> view.recent(job.family()).stream()
                .filter(dossier -> !dossier.hypothesis().isPlanted())
                .toList());
        ideas = Suppliers.memoize(() -> ideas(cycle.setup(), job, diagnosis));
        attempts = Suppliers.memoize(() -> attempts(recent.get().stream()));
        history = Suppliers.memoize(
                () -> recent.get().stream().map(LedgerSearch::line).toList());
        wins = Suppliers.memoize(() -> wins(view, job, diagnosis));
        warnings = Suppliers.memoize(() -> Warnings.of(view, job, recent.get(), lost(diagnosis)));
        source = Suppliers.memoize(() -> SourceWindows.of(job, diagnosis.places()));
        editable = Suppliers.memoize(
                () -> job.source().map(tree -> new SourceFiles(tree).editable()).orElse(List.of()));
    }

    private record Query(JobSpec job, Set<Bottleneck> bottlenecks, Map<String, Double> metrics) implements IdeaQuery {}

    @Override
    public JobSpec job() {
        return job;
    }

    @Override
    public Diagnosis diagnosis() {
        return diagnosis;
    }

    @Override
    public List<Idea> ideas() {
        return ideas.get();
    }

    @Override
    public List<String> history() {
        return history.get();
    }

    @Override
    public List<Attempt> attempts() {
        return attempts.get();
    }

    @Override
    public Map<String, String> units() {
        MetricsTable table = MetricsTable.shipped();
        return diagnosis.metrics().keySet().stream()
                .flatMap(name -> table.metric(name).stream())
                .collect(Collectors.toUnmodifiableMap(Metric::name, Metric::unit));
    }

    @Override
    public List<Attempt> wins() {
        return wins.get();
    }

    @Override
    public List<String> warnings() {
        return warnings.get();
    }

    @Override
    public List<SourceWindow> source() {
        return source.get();
    }

    @Override
    public List<String> editable() {
        return editable.get();
    }

    @Override
    public Optional<SourceWindow> source(String file) {
        Optional<SourceWindow> window = SourceWindows.of(job, file);
        window.ifPresent(found -> shown.put(file, found));
        return window;
    }

    @Override
    public OptionalInt candidates() {
        return candidates;
    }

    @Override
    public CallBook calls() {
        return calls;
    }

    @Override
    public Optional<Workbench> workbench() {
        return workbench.get();
    }

    /** Passages that address a reader: in what it says of runs, of the past, of ideas and of source, and in what a build said. */
    List<String> suspicions(String buildLog) {
        List<String> found = new ArrayList<>();
        look("a measurement", diagnosis.findings(), found);
        look(
                "the name of a metric",
                diagnosis.metrics().keySet().stream().sorted().toList(),
                found);
        look("the ledger", history(), found);
        look("a win on another job", texts(wins(), win -> win.hypothesis().title()), found);
        look("a warning", warnings(), found);
        look("an idea", texts(ideas(), idea -> idea.title() + ": " + idea.summary()), found);
        for (SourceWindow window : Iterables.concat(source(), shown.values())) {
            look(window.file(), window.lines(), found);
        }
        look("the name of a file", editable(), found);
        look("the output of a build", buildLog.lines().toList(), found);
        return List.copyOf(found);
    }

    private static <T> List<String> texts(List<T> parts, Function<T, String> text) {
        return parts.stream().map(text).toList();
    }

    static void look(String where, List<String> texts, List<String> found) {
        List<String> passages = texts.stream()
                .flatMap(text -> PASSAGES.getUnchecked(text).stream())
                .toList();
        int more = passages.size() - MAX_PASSAGES;
        for (String passage : passages.subList(0, Math.min(MAX_PASSAGES, passages.size()))) {
            found.add("text in " + where + " reads like an order to a model: '" + passage + "'");
        }
        if (more > 0) {
            found.add(more + " more texts in " + where + " read so");
        }
    }

    /** Secrets go before a passage is cut out of its text, where they could not be told any more. */
    private static Optional<String> passage(String text) {
        return Suspicion.in(text).isEmpty()
                ? Optional.empty()
                : Suspicion.in(Redaction.of(text)).stream().findFirst();
    }

    /** Of the catalogue alone: other sources may have to be paid, and are asked when the loop dreams. */
    private static List<Idea> ideas(LoopSetup setup, JobSpec job, Diagnosis diagnosis) {
        Set<Bottleneck> classes = lost(diagnosis);
        Query query = new Query(job, classes, diagnosis.metrics());
        return setup.ideas().stream()
                .filter(IdeaCatalogue.class::isInstance)
                .flatMap(catalogue -> catalogue.search(query).stream())
                .sorted(Comparator.comparingDouble(
                                (Idea idea) -> diagnosis.wallSeconds(idea.bottleneck()) * idea.typicalFraction())
                        .reversed()
                        .thenComparing(Idea::id))
                .limit(MAX_IDEAS)
                .toList();
    }

    private static Set<Bottleneck> lost(Diagnosis diagnosis) {
        Set<Bottleneck> classes = EnumSet.noneOf(Bottleneck.class);
        diagnosis.accounts().stream()
                .map(Account::bottleneck)
                .filter(one -> one.kind() == Bottleneck.Kind.ACCOUNT || one.kind() == Bottleneck.Kind.RELABEL)
                .forEach(classes::add);
        return classes;
    }

    private static List<Attempt> wins(LedgerView view, JobSpec job, Diagnosis diagnosis) {
        Set<Bottleneck> classes = lost(diagnosis);
        List<Attempt> won = attempts(view.live().stream()
                .filter(dossier -> dossier.state() == HypothesisState.PROMOTED)
                .filter(dossier -> !dossier.hypothesis().family().equals(job.family()))
                .filter(dossier -> dossier.hypothesis().addresses().stream().anyMatch(classes::contains)));
        return won.subList(Math.max(0, won.size() - MAX_WINS), won.size());
    }

    private static List<Attempt> attempts(Stream<Dossier> dossiers) {
        return dossiers.map(dossier ->
                        new Attempt(dossier.hypothesis(), dossier.state(), result(dossier), dossier.reason()))
                .toList();
    }

    /** Returns a win that waits for a person has no verdict yet, but its figures. */
    private static String result(Dossier dossier) {
        return dossier.verdict()
                .map(Verdict::result)
                .or(() -> dossier.comparison()
                        .filter(waits -> dossier.state() == HypothesisState.IN_REVIEW)
                        .map(VerdictText::result))
                .orElse("");
    }
}
