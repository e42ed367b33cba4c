package dev.amdahl.core.internal.loop.dispatch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Hashing;
import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.LogContext;
import dev.amdahl.core.internal.loop.RunAccounts;
import dev.amdahl.core.internal.loop.VerdictText;
import dev.amdahl.core.ledger.budget.BudgetExceededException;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.BuildFailedException;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Submits exactly once: the intent is committed, the scheduler is called with the key, its id is committed. Any error but a refusal
 * leaves it unknown whether the scheduler has it; see {@link Unconfirmed}. Not thread-safe.
 */
public final class Dispatch {
    private static final int DEFAULT_SLOTS = 8;

    private final Cycle cycle;
    private final RunAccounts accounts;

    /** Submits for one cycle. */
    public Dispatch(Cycle cycle, RunAccounts accounts) {
        this.cycle = cycle;
        this.accounts = accounts;
    }

    /** Returns whether one more run may be handed over now; runs that the host schedules hold no place of the scheduler. */
    public boolean hasPlace(Design design) {
        int slots = cycle.setup().scheduler().slots().orElse(DEFAULT_SLOTS);
        return design == Design.FIELD
                || cycle.inFlight().stream()
                                .filter(run -> run.plan().runs() != Design.FIELD)
                                .count()
                        < slots;
    }

    /** Submits a new run if a slot is free and the budget allows it; whether it did. */
    public boolean start(RunPlan plan) {
        if (!hasPlace(plan.runs())) {
            return false;
        }
        Optional<String> refusal = accounts.refusal(plan.reserved());
        if (refusal.isPresent()) {
            cycle.note(refusal.get() + accounts.explained(plan));
            return false;
        }
        TrialRequest request;
        try {
            request = new Requests(cycle.setup(), cycle.view()).of(plan);
        } catch (BuildFailedException impossible) {
            cannotRun(plan, String.valueOf(impossible.getMessage()));
            return false;
        } catch (AmdahlException impossible) {
            if (impossible.category() != ErrorCategory.USER || cycle.policy().isSingleComparison()) {
                throw impossible;
            }
            cannotRun(plan, String.valueOf(impossible.getMessage()));
            return false;
        }
        FailPoints.hit(FailPoint.RUN_PLANNED);
        try {
            cycle.commit(new Entry.RunIntended(plan), Manifest.entry(request));
        } catch (BudgetExceededException spent) {
            cycle.note(spent.getMessage() + accounts.explained(plan));
            return false;
        }
        FailPoints.hit(FailPoint.RUN_INTENT_COMMITTED);
        submit(plan, request);
        return true;
    }

    /** Finishes what an earlier cycle began. */
    public void recover() {
        new Unconfirmed(cycle, plan -> submit(plan, new Requests(cycle.setup(), cycle.view()).of(plan)), this::refuse)
                .settle();
    }

    private void submit(RunPlan plan, TrialRequest request) {
        LogContext.during(plan, () -> handOver(plan, request));
    }

    private void handOver(RunPlan plan, TrialRequest request) {
        cycle.requireLease();
        WorkerRunId worker;
        try {
            worker = cycle.setup().scheduler().submit(request);
        } catch (AmdahlException refused) {
            if (refused.category() == ErrorCategory.USER) {
                refuse(plan, refused);
            } else {
                cycle.note("submission of " + plan.key() + " is not confirmed: " + refused.getMessage());
            }
            return;
        }
        FailPoints.hit(FailPoint.RUN_ID_RECEIVED);
        cycle.commit(new Entry.RunSubmitted(plan.key(), worker));
        FailPoints.hit(FailPoint.RUN_ID_COMMITTED);
    }

    /** The change ends; of the unchanged job it is kept that it cannot run, so that it is tried again only after a while. */
    private void cannotRun(RunPlan plan, String reason) {
        String why = VerdictText.CANNOT_BE + "run: " + reason;
        cycle.note(plan.family() + ": " + why);
        if (plan.purpose().isOfExperiment()) {
            giveUp(plan, reason);
            return;
        }
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry.RunIntended(plan));
        entries.add(new Entry.RunEnded(plan.key(), RunState.CANCELLED, why));
        entries.addAll(RunAccounts.booking(plan, 0));
        cycle.commit(entries);
    }

    /** Ends a run that was never submitted: it has held nothing. */
    private void end(RunPlan plan, String reason) {
        List<Entry> entries = new ArrayList<>(List.of(new Entry.RunEnded(plan.key(), RunState.CANCELLED, reason)));
        entries.addAll(RunAccounts.booking(plan, 0));
        cycle.commit(entries);
    }

    /** A request that can never run ends its hypothesis, not the cycle, unless policy says otherwise. */
    private void refuse(RunPlan plan, AmdahlException refused) {
        String reason = VerdictText.CANNOT_BE + "submitted: " + refused.getMessage();
        end(plan, reason);
        giveUp(plan, reason);
        if (cycle.policy().isSingleComparison()) {
            throw refused;
        }
    }

    private void giveUp(RunPlan plan, String reason) {
        cycle.view()
                .dossier(plan.hypothesis())
                .filter(dossier -> !dossier.state().isTerminal())
                .ifPresent(dossier -> cycle.decide(dossier, HypothesisState.RUN_FAILED, "not measured", reason));
    }

    /** Everything that an arm was asked to run with, setting by setting; its name, which only tells the order, aside. */
    private record Manifest(Map<String, String> settings) {

        static Manifest of(ArmRequest arm) {
            Map<String, String> settings = new TreeMap<>();
            settings.put("command", arm.command().toString());
            arm.environment().forEach((name, value) -> settings.put("environment " + name, value));
            settings.put("directory", arm.directory().map(Object::toString).orElse(""));
            settings.put("time_limit", arm.timeLimit().toString());
            settings.put("output_limit", Long.toString(arm.outputLimitBytes()));
            settings.put("seed", Long.toString(arm.seed()));
            settings.put("traced", Boolean.toString(arm.isTraced()));
            settings.put("outputs", arm.outputs().toString());
            settings.put("keep", arm.keep().stream().sorted().toList().toString());
            settings.put("measures", new TreeMap<>(arm.measures()).toString());
            return new Manifest(settings);
        }

        /** SHA-256 over all settings. */
        String digest() {
            StringBuilder text = new StringBuilder();
            settings.forEach((name, value) -> text.append(name.length())
                    .append(name)
                    .append(value.length())
                    .append(value));
            return Hashing.sha256().hashString(text, UTF_8).toString();
        }

        /** Names of the settings that differ, in alphabetical order. */
        List<String> differences(Manifest other) {
            TreeSet<String> names = new TreeSet<>(settings.keySet());
            names.addAll(other.settings.keySet());
            names.removeIf(name -> Objects.equals(settings.get(name), other.settings.get(name)));
            return List.copyOf(names);
        }

        /** Returns what the ledger keeps of a request. */
        static Entry entry(TrialRequest request) {
            List<Manifest> arms = request.arms().stream().map(Manifest::of).toList();
            return new Entry.ArmsFixed(
                    request.key(),
                    arms.stream().map(Manifest::digest).toList(),
                    arms.get(0).differences(arms.get(arms.size() - 1)));
        }
    }
}
