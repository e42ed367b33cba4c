package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.loop.Cancel;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Incumbents;
import dev.amdahl.core.internal.loop.Keys;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.OrderDraw;
import dev.amdahl.core.internal.loop.RunAccounts;
import dev.amdahl.core.internal.loop.Trials;
import dev.amdahl.core.internal.loop.VerdictText;
import dev.amdahl.core.internal.loop.dispatch.Dispatch;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Keeps a drawn share of a family's scheduled runs without its newest promoted change, so that what the change saves is measured as long as
 * it is in effect. One that has lost its benefit leaves the incumbent.
 */
public final class HoldBack {
    private final Cycle cycle;
    private final RunAccounts accounts;
    private final Dispatch dispatch;

    /** Holds back in one cycle. */
    public HoldBack(Cycle cycle, RunAccounts accounts, Dispatch dispatch) {
        this.cycle = cycle;
        this.accounts = accounts;
        this.dispatch = dispatch;
    }

    /** Judges what was held back, and offers the next pair of each family that has a promoted change. */
    public void run() {
        for (JobSpec job : cycle.setup().jobs()) {
            cycle.isolated(job.family(), () -> run(job));
        }
    }

    private void run(JobSpec job) {
        Optional<Dossier> watched = newest(job);
        for (Run run : cycle.inFlight()) {
            boolean isOther = run.plan().purpose() == RunPurpose.HELD_BACK
                    && run.plan().family().equals(job.family())
                    && watched.filter(now -> now.id().equals(run.plan().hypothesis()))
                            .isEmpty();
            if (isOther) {
                new Cancel(cycle).commit(run.plan().hypothesis(), "its change is not the newest promoted one");
            }
        }
        watched.filter(now -> !isDecayed(job, now)).ifPresent(now -> offer(job, now));
    }

    /** Returns the promoted change that was added to the incumbent last, if its experiment was on all that was promoted before. */
    private Optional<Dossier> newest(JobSpec job) {
        List<Fingerprint> incumbent = new Incumbents(cycle.view()).of(job.family());
        boolean isOffered = job.field().filter(field -> field.holdBack() > 0).isPresent()
                && cycle.policy().designs().contains(Design.FIELD);
        if (!isOffered || incumbent.isEmpty()) {
            return Optional.empty();
        }
        Fingerprint last = incumbent.get(incumbent.size() - 1);
        return cycle.inState(HypothesisState.PROMOTED).stream()
                .filter(dossier -> dossier.hypothesis().fingerprint().equals(last))
                .filter(dossier -> isSet(job, dossier.hypothesis()))
                .filter(dossier -> dossier.experiment()
                        .filter(experiment -> experiment.incumbent().equals(incumbent.subList(0, incumbent.size() - 1)))
                        .isPresent())
                .findFirst();
    }

    /** Returns whether settings make the change, and the job does not declare them by now. */
    private static boolean isSet(JobSpec job, Hypothesis hypothesis) {
        return !hypothesis.needsBuild()
                && Incumbents.removed(hypothesis).isEmpty()
                && !PromotionRecheck.isDeclared(job, hypothesis);
    }

    /** Returns the log ratios of its pairs, below zero as long as it helps. */
    public static double[] logRatios(LedgerView view, Dossier promoted) {
        return view.runsOf(promoted.id()).stream()
                .filter(run -> run.plan().purpose() == RunPurpose.HELD_BACK
                        && run.state() == RunState.COLLECTED
                        && !Trials.isVoid(run))
                .flatMapToDouble(run -> run.result().orElseThrow().logRatio().stream())
                .toArray();
    }

    private boolean isDecayed(JobSpec job, Dossier watched) {
        OptionalDouble ratio = watched.comparison().map(Comparison::ratio).orElse(OptionalDouble.empty());
        double[] d = logRatios(cycle.view(), watched);
        for (int i = 0; i < d.length; i++) {
            d[i] = -d[i];
        }
        if (ratio.isEmpty() || d.length == 0) {
            return false;
        }
        double sigma = Measurements.of(cycle, job).sigma(Design.FIELD);
        Optional<String> reason =
                Decay.of(ratio.getAsDouble(), sigma, cycle.policy().memory()).reason(d);
        reason.ifPresent(why -> {
            new Cancel(cycle)
                    .commit(
                            watched.id(),
                            "its change has decayed",
                            new Entry.Decided(cycle.verdict(
                                    watched,
                                    HypothesisState.DECAYED,
                                    VerdictText.measured(watched),
                                    why + ", in runs that were held back")));
            cycle.note(job.family() + ": '" + watched.hypothesis().title() + "' has decayed: " + why);
        });
        return reason.isPresent();
    }

    /** One pair at a time, and none beside an experiment of the family in scheduled runs. */
    private void offer(JobSpec job, Dossier watched) {
        boolean isBusy = cycle.inFlight().stream()
                .anyMatch(run ->
                        run.plan().family().equals(job.family()) && run.plan().runs() == Design.FIELD);
        if (isBusy) {
            return;
        }
        int index = 1
                + cycle.view().runsOf(watched.id()).stream()
                        .filter(run -> run.plan().purpose() == RunPurpose.HELD_BACK)
                        .mapToInt(run -> run.plan().index())
                        .max()
                        .orElse(0);
        Fingerprint fingerprint = watched.hypothesis().fingerprint();
        dispatch.start(accounts.plan(
                job,
                new RunPlan(
                                Keys.heldBack(watched.id(), index),
                                RunPurpose.HELD_BACK,
                                job.family(),
                                watched.id(),
                                0,
                                index,
                                1,
                                OrderDraw.isVariantFirst(Keys.seed(fingerprint, "held back"), 1, index),
                                0,
                                0)
                        .of(Design.FIELD)));
    }
}
