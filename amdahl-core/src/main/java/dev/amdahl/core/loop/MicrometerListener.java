package dev.amdahl.core.loop;

import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.hypothesis.HypothesisState;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The loop as Micrometer metrics; needs {@code io.micrometer:micrometer-core}, which the library does not bring along. Tags hold only
 * names of steps, states and purposes, never a family or an id. One per registry; thread-safe, so loops may share it.
 *
 * <p>Timers in seconds: {@code amdahl.cycle} (outcome: ended, failed), {@code amdahl.step} (step, outcome). Counters:
 * {@code amdahl.cycle.refused} (category), {@code amdahl.hypotheses.proposed}, {@code amdahl.hypotheses.moved} (state),
 * {@code amdahl.verdicts} (state), {@code amdahl.trials.submitted} (purpose), {@code amdahl.trials.collected} (purpose, result: sound,
 * void), {@code amdahl.trials.lost} (purpose, state), {@code amdahl.trials.accelerator} in accelerator-seconds (purpose),
 * {@code amdahl.commits}, {@code amdahl.notes}. Gauges as of the end of the last cycle: {@code amdahl.runs.inflight},
 * {@code amdahl.experiments.open}.
 */
public final class MicrometerListener implements LoopListener {
    private final MeterRegistry registry;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();

    /** Registers the gauges. */
    public MicrometerListener(MeterRegistry registry) {
        this.registry = registry;
        Gauge.builder("amdahl.runs.inflight", inFlight, AtomicInteger::get)
                .description("Submissions that have not been collected")
                .baseUnit("runs")
                .strongReference(true)
                .register(registry);
        Gauge.builder("amdahl.experiments.open", open, AtomicInteger::get)
                .description("Hypotheses that are being built, tested or confirmed")
                .baseUnit("experiments")
                .strongReference(true)
                .register(registry);
    }

    @Override
    public void cycleRefused(AmdahlException reason) {
        count("amdahl.cycle.refused", "cycles", "category", label(reason.category()));
    }

    @Override
    public void stepEnded(StepSummary step) {
        Timer.builder("amdahl.step")
                .description("Time of a step of a cycle")
                .tags("step", step.step().label(), "outcome", step.failure().isPresent() ? "failed" : "ended")
                .register(registry)
                .record(step.elapsed());
    }

    @Override
    public void hypothesisProposed(Dossier dossier) {
        count("amdahl.hypotheses.proposed", "hypotheses");
    }

    @Override
    public void hypothesisMoved(HypothesisState from, Dossier dossier) {
        count("amdahl.hypotheses.moved", "hypotheses", "state", label(dossier.state()));
    }

    @Override
    public void trialSubmitted(Run run) {
        count("amdahl.trials.submitted", "runs", "purpose", purpose(run));
    }

    @Override
    public void trialCollected(Run run) {
        boolean isVoid = run.result().flatMap(RunResult::voidReason).isPresent();
        count("amdahl.trials.collected", "runs", "purpose", purpose(run), "result", isVoid ? "void" : "sound");
        run.result()
                .ifPresent(
                        result -> counter("amdahl.trials.accelerator", "accelerator_seconds", "purpose", purpose(run))
                                .increment(result.acceleratorSeconds()));
    }

    @Override
    public void trialLost(Run run) {
        count("amdahl.trials.lost", "runs", "purpose", purpose(run), "state", label(run.state()));
    }

    @Override
    public void verdict(Verdict verdict) {
        count("amdahl.verdicts", "hypotheses", "state", label(verdict.state()));
    }

    @Override
    public void note(String line) {
        count("amdahl.notes", "lines");
    }

    @Override
    public void cycleEnded(CycleSummary cycle) {
        Timer.builder("amdahl.cycle")
                .description("Time of a cycle")
                .tag("outcome", cycle.failure().isPresent() ? "failed" : "ended")
                .register(registry)
                .record(cycle.elapsed());
        counter("amdahl.commits", "transactions").increment(cycle.commits());
        inFlight.set(cycle.runsInFlight());
        open.set(cycle.openExperiments());
    }

    private void count(String name, String unit, String... tags) {
        counter(name, unit, tags).increment();
    }

    private Counter counter(String name, String unit, String... tags) {
        return Counter.builder(name).baseUnit(unit).tags(tags).register(registry);
    }

    private static String purpose(Run run) {
        return label(run.plan().purpose());
    }

    private static String label(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
