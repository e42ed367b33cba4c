package dev.amdahl.core.internal.loop.dream;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Diagnoses;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.screen.Identity;
import dev.amdahl.core.internal.loop.screen.Reopening;
import dev.amdahl.core.internal.loop.screen.Screens;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.Suspicion;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.Rationale;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Makes hypotheses of found ideas, screened like any other; an idea that the job has no lever for is parked. */
public final class Inject {

    private final Cycle cycle;

    /** Injects in one cycle. */
    public Inject(Cycle cycle) {
        this.cycle = cycle;
    }

    /** Injects each found idea once, in one transaction. */
    public void run() {
        List<Entry> entries = new ArrayList<>();
        Set<Fingerprint> injected = new HashSet<>();
        for (Entry.IdeaFound found : cycle.view().ideas()) {
            cycle.setup()
                    .job(found.family())
                    .ifPresent(job ->
                            cycle.isolated(job.family(), () -> entries.addAll(inject(job, found.idea(), injected))));
        }
        if (!entries.isEmpty()) {
            cycle.commit(entries);
            FailPoints.hit(FailPoint.IDEA_INJECTED);
        }
    }

    private List<Entry> inject(JobSpec job, Idea idea, Set<Fingerprint> injected) {
        Measurements measured = Measurements.of(cycle, job);
        Proposal proposal = proposal(idea);
        Diagnosis diagnosis =
                cycle.view().family(job.family()).flatMap(Family::diagnosis).orElse(Diagnoses.unknown(job.family()));
        Identity identity = new Identity(cycle, job);
        Hypothesis hypothesis = identity.of(proposal, diagnosis);
        Reopening.Answer answer = new Reopening(cycle).judge(job, measured, identity, proposal, hypothesis);
        if (!answer.isProposed() || !injected.add(hypothesis.fingerprint())) {
            return List.of();
        }
        Screens.Result screened = new Screens(cycle).judge(job, measured, hypothesis);
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry.Proposed(hypothesis, screened.screening(), answer.reopens(), rationale(idea)));
        if (screened.rejection().isPresent()) {
            entries.add(Screens.screenedOut(hypothesis, screened.rejection().get()));
        } else if (isAdvice(idea) || idea.change().isEmpty()) {
            String why = isAdvice(idea)
                    ? "advice for the owner of what is trained, never tried by itself: "
                    : "the job declares no lever for it: ";
            entries.add(new Entry.Moved(hypothesis.id(), HypothesisState.NEEDS_LEVER, why + idea.summary()));
        }
        return entries;
    }

    /** Returns what an idea that nobody vouches for says, for who reviews it, and what in it reads like an order. */
    private static Optional<Rationale> rationale(Idea idea) {
        if (!idea.provenance().isExperimental()) {
            return Optional.empty();
        }
        List<String> objections = Suspicion.in(Redaction.of(idea.title() + ": " + idea.summary())).stream()
                .map(passage -> "text in an idea reads like an order to a model: '" + passage + "'")
                .toList();
        return Optional.of(new Rationale(idea.summary(), "", List.of(), objections));
    }

    /** Returns what an idea proposes; a model's stays a model's. */
    static Proposal proposal(Idea idea) {
        Change change = isAdvice(idea) ? undeclared(idea) : idea.change().orElseGet(() -> undeclared(idea));
        Provenance.Origin origin = idea.provenance().origin() == Provenance.Origin.MODEL
                ? Provenance.Origin.MODEL
                : Provenance.Origin.DREAM;
        return new Proposal(
                idea.title(),
                List.of(idea.bottleneck()),
                change,
                OptionalDouble.of(idea.typicalFraction()),
                new Provenance(origin, idea.id(), idea.provenance().maturity()));
    }

    /** Returns what changes a model itself is for its owner to decide. */
    private static boolean isAdvice(Idea idea) {
        return idea.kind().equals("model");
    }

    private static Change undeclared(Idea idea) {
        return new ConfigChange(
                List.of(new LeverSetting(idea.id(), new LeverSetting.Undeclared(), "as it is", idea.summary())));
    }
}
