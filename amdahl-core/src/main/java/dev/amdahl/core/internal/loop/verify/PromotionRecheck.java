package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.loop.Cancel;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Incumbents;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.Trials;
import dev.amdahl.core.internal.loop.VerdictText;
import dev.amdahl.core.internal.loop.screen.LeaveOneOut;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.LeverSetting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Watches promoted changes. Each is measured again after a while, when its job changed or when the fleet shows that it got slower: the
 * incumbent without the change against the incumbent. One that has lost its benefit leaves the incumbent, with the evidence.
 */
public final class PromotionRecheck {

    private final Cycle cycle;

    /** Watches in one cycle. */
    public PromotionRecheck(Cycle cycle) {
        this.cycle = cycle;
    }

    /** Judges the checks under way, before the experiment that they are is judged as one. */
    public void run() {
        for (Dossier check :
                cycle.inState(HypothesisState.TESTING, HypothesisState.CONFIRMING, HypothesisState.NEEDS_RERUN)) {
            if (LeaveOneOut.isCheck(check.hypothesis())) {
                cycle.isolated(
                        check,
                        () -> Incumbents.removed(check.hypothesis())
                                .flatMap(this::promoted)
                                .ifPresent(watched -> judge(check, watched)));
            }
        }
        new FleetLook(cycle, this).run();
    }

    private void judge(Dossier check, Dossier watched) {
        OptionalDouble ratio = watched.comparison().map(Comparison::ratio).orElse(OptionalDouble.empty());
        Optional<JobSpec> job = cycle.job(watched);
        if (ratio.isEmpty() || job.isEmpty() || isDeclared(job.get(), watched.hypothesis())) {
            return;
        }
        double[] d = Trials.of(cycle.view(), check).logRatios(1);
        double sigma = check.experiment().orElseThrow().plan().sigma();
        Decay.of(ratio.getAsDouble(), sigma, cycle.policy().memory())
                .reason(d)
                .ifPresent(reason -> decay(check, watched, reason));
    }

    private void decay(Dossier check, Dossier watched, String reason) {
        String measured = VerdictText.measured(watched);
        new Cancel(cycle)
                .commit(
                        check.id(),
                        "the check is answered",
                        new Entry.Decided(cycle.verdict(
                                watched, HypothesisState.DECAYED, measured, reason + ", checked as " + check.id())),
                        new Entry.Decided(cycle.verdict(
                                check, HypothesisState.EXPIRED, reason, "answered: " + watched.id() + " has decayed")));
        cycle.note(watched.hypothesis().family() + ": '" + watched.hypothesis().title() + "' has decayed: " + reason);
    }

    /** Asks for the checks of a job that are due. */
    public void propose(JobSpec job, Measurements measured) {
        Duration every = cycle.policy().memory().recheck();
        if (every.isZero()) {
            return;
        }
        Instant now = cycle.now();
        for (Dossier watched : watched(job)) {
            Optional<Instant> last = lastLook(watched);
            boolean isChanged = measured.family()
                    .flatMap(family -> family.context().measuredSince())
                    .filter(at -> last.filter(at::isAfter).isPresent())
                    .isPresent();
            boolean isDue = last.filter(at -> !at.plus(every).isAfter(now)).isPresent();
            if (isDue || isChanged) {
                String why = isDue
                        ? "not measured for " + every.toDays() + " days or more"
                        : "the job changed since it was measured";
                cycle.commit(new LeaveOneOut(cycle).check(job, measured, watched, why));
            }
        }
    }

    /** Returns the promoted changes of a job that a check can leave out. */
    List<Dossier> watched(JobSpec job) {
        List<Fingerprint> incumbent = new Incumbents(cycle.view()).of(job.family());
        List<Dossier> watched = new ArrayList<>();
        for (Hypothesis effective : new Incumbents(cycle.view()).inEffect(incumbent)) {
            if (!isDeclared(job, effective)) {
                promoted(effective.fingerprint()).ifPresent(watched::add);
            }
        }
        return watched;
    }

    /** Returns when a promoted change was last measured or began to be; empty while a check of it is under way. */
    Optional<Instant> lastLook(Dossier watched) {
        List<Dossier> checks = LeaveOneOut.asked(cycle.view(), watched.hypothesis());
        Instant last = watched.movedAt();
        for (Dossier check : checks) {
            if (!check.state().isTerminal()) {
                return Optional.empty();
            }
            last = check.proposedAt().isAfter(last) ? check.proposedAt() : last;
        }
        return Optional.of(last);
    }

    private Optional<Dossier> promoted(Fingerprint fingerprint) {
        return cycle.inState(HypothesisState.PROMOTED).stream()
                .filter(dossier -> dossier.hypothesis().fingerprint().equals(fingerprint))
                .findFirst();
    }

    /** Returns whether the job declares by now what the change set: without the change it would run with it all the same. */
    static boolean isDeclared(JobSpec job, Hypothesis hypothesis) {
        return hypothesis.change() instanceof ConfigChange config
                && config.settings().stream().allMatch(setting -> isDeclared(job, setting));
    }

    private static boolean isDeclared(JobSpec job, LeverSetting setting) {
        if (setting.target() instanceof LeverSetting.Environment target) {
            return setting.to().equals(job.environment().get(target.variable()));
        }
        if (setting.target() instanceof LeverSetting.Flag flag) {
            return setting.to().equals(flag.in(job.command()));
        }
        return setting.target() instanceof LeverSetting.Argument target
                && !job.command().contains(target.placeholder());
    }
}
