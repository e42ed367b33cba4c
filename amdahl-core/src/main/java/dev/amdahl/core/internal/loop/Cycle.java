package dev.amdahl.core.internal.loop;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.ledger.calls.ModelCalls;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import dev.amdahl.core.ledger.event.StaleLeaseException;
import dev.amdahl.core.ledger.evidence.EvidenceStore;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.loop.CycleSummary;
import dev.amdahl.core.loop.Fault;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.loop.Step;
import dev.amdahl.core.loop.StepSummary;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One pass of the loop over a ledger: the lease it commits under, the state as of its last commit, and what it has done. Nothing
 * in it outlives the pass. Not thread-safe.
 */
public final class Cycle {
    private static final Logger LOG = LoggerFactory.getLogger(Cycle.class);

    private final LoopSetup setup;
    private final Lease lease;
    private final Announcer announcer;
    private final Instant started;
    private LedgerView view;
    private final List<Verdict> verdicts = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final ModelCalls calls;
    private final List<Fault> faults = new ArrayList<>();
    private Optional<Throwable> stepFailure = Optional.empty();
    private int commits;
    private boolean waiting;

    /** Returns a pass under a lease that has just been taken. */
    public Cycle(LoopSetup setup, Lease lease, LedgerView view, Announcer announcer) {
        this.setup = setup;
        this.lease = lease;
        this.view = view;
        this.announcer = announcer;
        this.started = setup.clock().instant();
        this.calls = new ModelCalls(new CycleCallContext(this), setup.policy().calls());
    }

    /** Returns which pass this is; grows over the life of a ledger. */
    public String id() {
        return Long.toString(lease.fence());
    }

    /** Goes through all of it, telling when it starts and how it ends. */
    public void run(Consumer<Cycle> steps) {
        announcer.started(id());
        Optional<Throwable> failure = Optional.empty();
        try {
            steps.accept(this);
        } catch (RuntimeException | Error broken) {
            failure = Optional.of(broken);
            throw broken;
        } finally {
            int open = (int) view.live().stream()
                    .filter(dossier -> dossier.state().isInExperiment())
                    .count();
            announcer.ended(
                    new CycleSummary(id(), since(started), commits, inFlight().size(), open, failure));
        }
    }

    /** One step of it; what goes wrong in it stops no other, but is told to the person who asked for it. */
    public void step(Step step, Runnable work) {
        answer(step, step, () -> {
            work.run();
            return step;
        });
    }

    /** Returns one step of it, and what it gives; something else where it fails. */
    public <T> T answer(Step step, T otherwise, Supplier<T> work) {
        Instant before = setup.clock().instant();
        announcer.started(step);
        stepFailure = Optional.empty();
        try {
            return work.get();
        } catch (RuntimeException broken) {
            stepFailure = Optional.of(broken);
            if (step == Step.CANCEL || step == Step.STEER) {
                throw broken;
            }
            bear(step.label(), broken);
            return otherwise;
        } catch (Error broken) {
            stepFailure = Optional.of(broken);
            throw broken;
        } finally {
            announcer.ended(new StepSummary(step, since(before), stepFailure));
        }
    }

    /**
     * Does what concerns one family: what goes wrong in it is a fault of this pass, and stops no other family. Only a ledger that cannot be
     * written, and what the policy calls fatal, end the pass.
     */
    public void isolated(String family, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException broken) {
            bear(family, broken);
        }
    }

    /** Does what concerns one hypothesis, in the same way. */
    public void isolated(Dossier dossier, Runnable work) {
        LogContext.with(
                LogContext.HYPOTHESIS,
                dossier.id(),
                () -> isolated(dossier.hypothesis().family(), work));
    }

    /** Says in each pass what keeps a family from being measured, and that people have to fix it. */
    public void fault(String family, String why) {
        Fault fault = new Fault(family, ErrorCategory.USER, Redaction.ofName(why));
        faults.add(fault);
        note(fault.toString());
    }

    private void bear(String where, RuntimeException broken) {
        if (setup.policy().isSingleComparison() || isOfLedger(broken)) {
            throw broken;
        }
        Fault fault = Fault.of(where, broken);
        LOG.debug("{}", where, broken);
        faults.add(fault);
        stepFailure = Optional.of(broken);
        note(fault.toString());
    }

    private static boolean isOfLedger(RuntimeException broken) {
        return broken instanceof LedgerUnusableException
                || broken instanceof LedgerDamagedException
                || broken instanceof LedgerBusyException
                || broken instanceof StaleLeaseException;
    }

    /** Returns what went wrong in this pass and stopped nothing else. */
    public List<Fault> faults() {
        return List.copyOf(faults);
    }

    /** A clock may be set back meanwhile. */
    private Duration since(Instant before) {
        Duration elapsed = Duration.between(before, setup.clock().instant());
        return elapsed.isNegative() ? Duration.ZERO : elapsed;
    }

    /** Everything the steps work with but the ledger. */
    public LoopSetup setup() {
        return setup;
    }

    /** Returns where files are kept beside the ledger; empty for a ledger that keeps none. */
    public Optional<EvidenceStore> evidence() {
        return lease.evidence();
    }

    /** Goes on only while no other loop has taken over. */
    public void requireLease() {
        lease.requireHeld();
    }

    /** Returns what the clock says, but never less than the newest event's time. */
    public Instant now() {
        return lease.atLeast(setup.clock().instant());
    }

    /** Returns what the loop does when. */
    public LoopPolicy policy() {
        return setup.policy();
    }

    /** Returns the state after the last commit. */
    public LedgerView view() {
        return view;
    }

    /** One ledger transaction. */
    public void commit(List<Entry> entries) {
        LedgerView before = view;
        view = lease.commit(entries);
        commits++;
        for (Entry entry : entries) {
            if (entry instanceof Entry.Decided decided) {
                verdicts.add(decided.verdict());
                FailPoints.hit(FailPoint.VERDICT_COMMITTED);
            }
        }
        announcer.committed(before, view, entries);
    }

    /** One ledger transaction that tells of this pass and changes nothing for the next. */
    void record(List<Entry> entries) {
        LedgerView before = view;
        view = lease.commit(entries);
        announcer.committed(before, view, entries);
    }

    /** Returns where plugins book their calls of models. */
    public ModelCalls calls() {
        return calls;
    }

    /** One ledger transaction. */
    public void commit(Entry... entries) {
        commit(List.of(entries));
    }

    /** Ends a hypothesis with a verdict. */
    public void decide(Dossier dossier, HypothesisState state, String result, String reason) {
        commit(new Entry.Decided(verdict(dossier, state, result, reason)));
    }

    /** Returns the verdict that ends a hypothesis, with all that was run for it. */
    public Verdict verdict(Dossier dossier, HypothesisState state, String result, String reason) {
        List<String> evidence = new ArrayList<>(dossier.hypothesis().evidence());
        view.runsOf(dossier.id()).stream().map(Run::plan).map(RunPlan::key).forEach(evidence::add);
        if (evidence.isEmpty()) {
            evidence.add(unmeasured(dossier.hypothesis()));
        }
        return new Verdict(dossier.hypothesis(), evidence, result, state, reason);
    }

    /** Returns what a verdict rests on when nothing was measured: the change itself. */
    public static String unmeasured(Hypothesis hypothesis) {
        return "change " + hypothesis.fingerprint().hex();
    }

    /** Says something that the report should show. */
    public void note(String said) {
        String line = Redaction.ofName(said);
        if (!notes.contains(line)) {
            notes.add(line);
            announcer.note(line);
        }
    }

    /** Notes that something will go on by itself after a while. */
    public void markWaiting() {
        waiting = true;
    }

    /** Returns whether something will go on by itself after a while, such as a confirmation after its pause. */
    public boolean isWaiting() {
        return waiting;
    }

    /** Returns what was said in this pass, and what its listeners failed at. */
    public List<String> notes() {
        List<String> all = new ArrayList<>(notes);
        all.addAll(announcer.failures());
        return List.copyOf(all);
    }

    /** Returns the verdicts of this pass. */
    public List<Verdict> verdicts() {
        return List.copyOf(verdicts);
    }

    /** Returns whether this pass wrote anything. */
    public boolean hasChanged() {
        return commits > 0;
    }

    /** Returns the declared job that a hypothesis is about; empty if it is not declared any more. */
    public Optional<JobSpec> job(Dossier dossier) {
        return setup.job(dossier.hypothesis().family());
    }

    /** Hypotheses in states that are live. */
    public List<Dossier> inState(HypothesisState... states) {
        List<HypothesisState> wanted = List.of(states);
        return view.live().stream()
                .filter(dossier -> wanted.contains(dossier.state()))
                .toList();
    }

    /** Returns the submissions that the scheduler of this loop may still hold. */
    public List<Run> inFlight() {
        return setup.own(view.inFlight());
    }
}
