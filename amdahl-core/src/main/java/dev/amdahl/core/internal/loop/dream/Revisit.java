package dev.amdahl.core.internal.loop.dream;

import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.screen.Identity;
import dev.amdahl.core.internal.loop.screen.Reopening;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.Provenance.Origin;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What ended on a job in other circumstances, offered once more: another epoch of its code, another accelerator, another incumbent. Only
 * what models and dreams brought, for levers and contributions are proposed anew by themselves; for another incumbent alone, only in the
 * first dream that meets it. Of the family's newest hypotheses alone.
 */
final class Revisit {
    /** How ids begin. */
    static final String PREFIX = "revisit:";

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

    Revisit(Cycle cycle) {
        this.cycle = cycle;
    }

    List<Idea> ideas(JobSpec job, Diagnosis diagnosis) {
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
            Idea idea = idea(before);
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

    private static Idea idea(Hypothesis before) {
        String source = PREFIX + before.id();
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
