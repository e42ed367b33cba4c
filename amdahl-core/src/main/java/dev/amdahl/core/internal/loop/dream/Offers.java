package dev.amdahl.core.internal.loop.dream;

import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.screen.Identity;
import dev.amdahl.core.internal.loop.screen.Reopening;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.IdeaQuery;
import dev.amdahl.spi.hypothesis.IdeaSource;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.Provenance.Origin;
import dev.amdahl.spi.llm.CallBook;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What all sources have for one job that the job has not met. Not thread-safe. */
final class Offers {
    /** How the ids of what is offered once more begin. */
    private static final String REVISIT = "revisit:";

    private static final double DISCOUNT = .5;
    private static final int NEWEST = 32;
    private static final Set<Origin> ORIGINS = EnumSet.of(Origin.MODEL, Origin.DREAM);
    private static final Set<HypothesisState> ENDED = EnumSet.of(
            HypothesisState.NO_EFFECT,
            HypothesisState.NOT_SEEN,
            HypothesisState.REGRESSION,
            HypothesisState.INCONCLUSIVE,
            HypothesisState.NOT_REPLICATED,
            HypothesisState.REFUTED,
            HypothesisState.DECAYED,
            HypothesisState.STALE);

    private final Cycle cycle;
    private final WinTransfer wins;

    private record Query(JobSpec job, Set<Bottleneck> bottlenecks, Map<String, Double> metrics, CallBook calls)
            implements IdeaQuery {}

    Offers(Cycle cycle) {
        this.cycle = cycle;
        this.wins = new WinTransfer(cycle);
    }

    /** At most so many of each source as policy allows, each change once. */
    List<Idea> of(JobSpec job, Diagnosis diagnosis) {
        List<Idea> all = new ArrayList<>(new Recipes(cycle).ideas(job, diagnosis));
        all.addAll(wins.ideas(job, diagnosis));
        all.addAll(revisited(job, diagnosis));
        all.addAll(outside(job, diagnosis));
        Identity identity = new Identity(cycle, job);
        Set<String> found = new HashSet<>();
        cycle.view().ideas().stream()
                .filter(known -> known.family().equals(job.family()))
                .forEach(known -> found.add(known.idea().id()));
        Map<String, Integer> taken = new HashMap<>();
        Set<Fingerprint> met = new HashSet<>();
        List<Idea> offers = new ArrayList<>();
        Measurements measured = Measurements.of(cycle, job);
        for (Idea idea : all) {
            int before = taken.getOrDefault(Idea.sourceOf(idea.id()), 0);
            if (before < cycle.policy().dream().perFamily() && found.add(idea.id()) && !isMet(job, idea)) {
                Hypothesis hypothesis = identity.of(Inject.proposal(idea), diagnosis);
                boolean isNew = new Reopening(cycle)
                        .judge(job, measured, identity, Inject.proposal(idea), hypothesis)
                        .isProposed();
                if (isNew && met.add(hypothesis.fingerprint())) {
                    offers.add(idea);
                    taken.put(Idea.sourceOf(idea.id()), before + 1);
                }
            }
        }
        return offers;
    }

    /** Returns whether it became a hypothesis in the present circumstances of the job. */
    private boolean isMet(JobSpec job, Idea idea) {
        Instant since = cycle.view()
                .family(job.family())
                .map(Family::context)
                .flatMap(context -> context.measuredSince())
                .orElse(Instant.MIN);
        return cycle.view().bySource(job.family(), idea.id()).stream()
                .map(Dossier::proposedAt)
                .anyMatch(at -> !at.isBefore(since));
    }

    private List<Idea> outside(JobSpec job, Diagnosis diagnosis) {
        List<Bottleneck> classes = List.copyOf(classes(job, diagnosis));
        List<Idea> ideas = new ArrayList<>();
        if (!classes.isEmpty()) {
            Query query = new Query(job, Set.copyOf(classes), diagnosis.metrics(), cycle.calls());
            for (IdeaSource source : cycle.setup().ideas()) {
                ask(source, query).stream()
                        .filter(idea -> classes.contains(idea.bottleneck()))
                        .sorted(Comparator.comparingInt(idea -> classes.indexOf(idea.bottleneck())))
                        .map(idea -> named(source, idea))
                        .forEach(ideas::add);
            }
        }
        return ideas;
    }

    private List<Idea> ask(IdeaSource source, IdeaQuery query) {
        try {
            cycle.calls().asking(Optional.of(source.name()));
            return source.search(query);
        } catch (RuntimeException failed) {
            cycle.note(query.job().family() + ": the idea source " + source.name()
                    + " failed, the next dream asks again: " + failed);
            return List.of();
        } finally {
            cycle.calls().asking(Optional.empty());
        }
    }

    /** Returns what a source calls its ideas cannot pass for those of another. */
    private static Idea named(IdeaSource source, Idea idea) {
        String prefix = source.name().equals(IdeaSource.CATALOGUE) ? "" : source.name() + ":";
        boolean isOwn =
                prefix.isEmpty() ? idea.id().indexOf(':') < 0 : idea.id().startsWith(prefix);
        return isOwn ? idea : idea.withId(prefix + idea.id().replace(':', '-'));
    }

    /** Losses that no lever or contribution of the job addresses and that are worth an experiment, largest first. */
    private Set<Bottleneck> classes(JobSpec job, Diagnosis diagnosis) {
        double least = cycle.policy().scope().floor() * diagnosis.acceleratorSeconds();
        Set<Bottleneck> classes = new LinkedHashSet<>();
        diagnosis.accounts().stream()
                .filter(account -> account.bottleneck().kind() != Bottleneck.Kind.WORK
                        && account.bottleneck().kind() != Bottleneck.Kind.UNKNOWN)
                .filter(account -> account.acceleratorSeconds() > 0 && account.acceleratorSeconds() >= least)
                .sorted(Comparator.comparingDouble(Account::acceleratorSeconds).reversed())
                .map(Account::bottleneck)
                .filter(one -> !hasLeverFor(job, one))
                .forEach(classes::add);
        return classes;
    }

    private static boolean hasLeverFor(JobSpec job, Bottleneck bottleneck) {
        return job.levers().stream().anyMatch(lever -> lever.addresses().contains(bottleneck))
                || job.contributions().stream().anyMatch(one -> one.addresses().contains(bottleneck));
    }

    /**
     * Returns what ended on a job in other circumstances, offered once more: another epoch of its code, another accelerator, another incumbent. Only
     * what models and dreams brought, for levers and contributions are proposed again by themselves; for another incumbent alone, only in the
     * first dream that meets it. Of the family's newest hypotheses alone.
     */
    private List<Idea> revisited(JobSpec job, Diagnosis diagnosis) {
        if (!hasChanged(job)) {
            return List.of();
        }
        List<Dossier> ended = cycle.view().recent(job.family(), NEWEST).stream()
                .filter(dossier -> ENDED.contains(dossier.state())
                        && ORIGINS.contains(dossier.hypothesis().provenance().origin()))
                .toList();
        Identity identity = new Identity(cycle, job);
        Measurements measured = Measurements.of(cycle, job);
        List<Idea> ideas = new ArrayList<>();
        for (Dossier dossier : ended) {
            Hypothesis before = dossier.hypothesis();
            if (before.change() instanceof PatchChange && job.source().isEmpty()) {
                continue;
            }
            Idea idea = revisit(before);
            Proposal proposal = Inject.proposal(idea);
            Hypothesis now = identity.of(proposal, diagnosis);
            Reopening.Answer answer = new Reopening(cycle).judge(job, measured, identity, proposal, now);
            if (answer.isProposed() && answer.reopens().isPresent()) {
                ideas.add(idea);
            }
        }
        return ideas;
    }

    private boolean hasChanged(JobSpec job) {
        Instant last = cycle.view().totals().searchedAt().orElse(Instant.MAX);
        return cycle.view()
                .family(job.family())
                .map(Family::context)
                .filter(context -> !context.earlier().isEmpty()
                        || context.baselineSince().filter(last::isBefore).isPresent())
                .isPresent();
    }

    private static Idea revisit(Hypothesis before) {
        String source = REVISIT + before.id();
        return new Idea(
                source,
                before.title(),
                before.bottleneck(),
                before.needsBuild() ? "code" : "config",
                List.of(),
                DISCOUNT * before.expectedFraction().orElse(DISCOUNT),
                "what ended as " + before.id() + " in other circumstances",
                new Provenance(
                        before.provenance().origin(),
                        source,
                        before.provenance().maturity()),
                Optional.of(before.change()));
    }
}
