package dev.amdahl.core.loop;

import dev.amdahl.core.crash.FailPoint;
import dev.amdahl.core.crash.FailPoints;
import dev.amdahl.core.ledger.Entry;
import dev.amdahl.core.ledger.Family;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Provenance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Makes hypotheses of found ideas, screened like any other; an idea that the job has no lever for is parked. Stateless. */
public final class Inject {

    /** Injects each found idea once. */
    public void run(Cycle cycle) {
        for (Entry.IdeaFound found : cycle.view().ideas()) {
            cycle.setup().job(found.family()).ifPresent(job -> inject(cycle, job, found.idea()));
        }
    }

    private static void inject(Cycle cycle, JobSpec job, Idea idea) {
        Measurements measured = Measurements.of(cycle, job);
        Change change = idea.change().orElseGet(() -> undeclared(idea));
        Proposal proposal = new Proposal(
                idea.title(),
                List.of(idea.bottleneck()),
                change,
                OptionalDouble.of(idea.typicalFraction()),
                new Provenance(
                        Provenance.Origin.DREAM, idea.id(), idea.provenance().maturity()));
        Diagnosis diagnosis =
                cycle.view().family(job.family()).flatMap(Family::diagnosis).orElse(Diagnoses.unknown(job.family()));
        Hypothesis hypothesis = new Identity(cycle, job).of(proposal, diagnosis);
        if (!cycle.view().standings(hypothesis.fingerprint()).isEmpty()) {
            return;
        }
        Screens.Result screened = Screens.of(cycle, job, measured, hypothesis);
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry.Proposed(hypothesis, screened.screening(), Optional.empty()));
        if (screened.rejection().isPresent()) {
            entries.add(Screens.screenedOut(hypothesis, screened.rejection().get()));
        } else if (idea.change().isEmpty()) {
            entries.add(new Entry.Moved(
                    hypothesis.id(),
                    HypothesisState.NEEDS_LEVER,
                    "the job declares no lever for it: " + idea.summary()));
        }
        cycle.commit(entries);
        FailPoints.hit(FailPoint.D2);
    }

    private static Change undeclared(Idea idea) {
        return new ConfigChange(
                List.of(new LeverSetting(idea.id(), new LeverSetting.Undeclared(), "as it is", idea.summary())));
    }
}
