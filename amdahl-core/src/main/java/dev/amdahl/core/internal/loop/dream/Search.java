package dev.amdahl.core.internal.loop.dream;

import dev.amdahl.core.internal.advice.SourceBandit;
import dev.amdahl.core.internal.advice.WinRate;
import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.propose.Proposers;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.recipe.RecipeStanding;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.FamilyContext;
import dev.amdahl.core.ledger.view.Totals;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Looks for ideas that a diagnosed family has not met: inside the ledger, in what won elsewhere and what ended in other circumstances,
 * and outside, in the idea sources. Sources whose ideas won more get more room.
 */
public final class Search {
    private static final int HEX = 16;

    private final Cycle cycle;

    /** Searches in one cycle. */
    public Search(Cycle cycle) {
        this.cycle = cycle;
    }

    /** Records the ideas of a dream, if one is due. */
    public void run() {
        new Recipes(cycle).run();
        if (!isDue()) {
            return;
        }
        Map<String, List<Entry>> offers = offers();
        Map<String, SourceBandit.Track> paid = new Proposers(cycle).tracks(offers.keySet());
        Map<String, Integer> offered = new TreeMap<>();
        Map<String, SourceBandit.Track> records = new HashMap<>();
        offers.forEach((source, ideas) -> {
            Totals.Tally tally = cycle.view().totals().tally(source);
            offered.put(source, ideas.size());
            records.put(
                    source,
                    new SourceBandit.Track(
                            new WinRate(tally.won(), tally.decided()),
                            paid.getOrDefault(source, SourceBandit.Track.NONE).paid()));
        });
        Map<String, Integer> taken = new SourceBandit(seed())
                .divide(offered, records, cycle.policy().dream().perDream());
        List<Entry> entries = new ArrayList<>();
        offers.forEach((source, ideas) -> entries.addAll(ideas.subList(0, taken.getOrDefault(source, 0))));
        entries.add(new Entry.Searched(offered, taken));
        FailPoints.hit(FailPoint.IDEA_FETCHED);
        cycle.commit(entries);
    }

    private long seed() {
        return Long.parseUnsignedLong(cycle.view().head().substring(0, HEX), HEX);
    }

    /** Ideas by source, those of the first job first. */
    private Map<String, List<Entry>> offers() {
        Offers offers = new Offers(cycle);
        Map<String, List<Entry>> found = new TreeMap<>();
        for (JobSpec job : cycle.setup().jobs()) {
            Optional<Diagnosis> diagnosis = cycle.view().family(job.family()).flatMap(Family::diagnosis);
            if (diagnosis.isPresent()) {
                cycle.isolated(job.family(), () -> {
                    for (Idea idea : offers.of(job, diagnosis.get())) {
                        found.computeIfAbsent(Idea.sourceOf(idea.id()), ignored -> new ArrayList<>())
                                .add(new Entry.IdeaFound(job.family(), idea));
                    }
                });
            }
        }
        return found;
    }

    private boolean isDue() {
        List<Family> families = cycle.setup().jobs().stream()
                .flatMap(job -> cycle.view().family(job.family()).stream())
                .filter(family -> family.diagnosis().isPresent())
                .toList();
        Optional<Instant> last = cycle.view().totals().searchedAt();
        if (families.isEmpty() || last.isEmpty()) {
            return !families.isEmpty();
        }
        Instant then = last.get();
        Stream<Instant> news = Stream.of(
                        families.stream().flatMap(family -> family.diagnosedAt().stream()),
                        families.stream()
                                .map(Family::context)
                                .map(FamilyContext::baselineSince)
                                .flatMap(Optional::stream),
                        cycle.inState(HypothesisState.PROMOTED).stream().map(win -> win.movedAt()),
                        cycle.view().recipes().stream()
                                .map(RecipeStanding::answer)
                                .flatMap(Optional::stream)
                                .map(Review::at))
                .flatMap(times -> times);
        return !cycle.now().isBefore(then.plus(cycle.policy().dream().every())) || news.anyMatch(then::isBefore);
    }
}
