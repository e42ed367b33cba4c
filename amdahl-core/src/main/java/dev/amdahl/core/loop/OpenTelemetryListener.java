package dev.amdahl.core.loop;

import static io.opentelemetry.api.common.AttributeKey.longKey;
import static io.opentelemetry.api.common.AttributeKey.stringKey;

import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.hypothesis.HypothesisState;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * The loop as OpenTelemetry spans; needs {@code io.opentelemetry:opentelemetry-api}, which the library does not bring along. A span
 * {@code amdahl.cycle}, in it one {@code amdahl.step} for each step, and on those as events what was moved, submitted, collected and
 * decided. The span of the step is current while it runs, so that spans of the host's own scheduler become its children. One for each
 * loop; not thread-safe.
 */
public final class OpenTelemetryListener implements LoopListener {
    private final Tracer tracer;
    private final Deque<Running> running = new ArrayDeque<>();

    /** Makes its spans by this tracer. */
    public OpenTelemetryListener(Tracer tracer) {
        this.tracer = tracer;
    }

    private record Running(Span span, Scope scope) {}

    @Override
    public void cycleStarted(String cycleId) {
        while (!running.isEmpty()) {
            end(Optional.empty());
        }
        start(tracer.spanBuilder("amdahl.cycle")
                .setAttribute("amdahl.cycle.id", cycleId)
                .startSpan());
    }

    @Override
    public void stepStarted(Step step) {
        start(tracer.spanBuilder("amdahl.step")
                .setAttribute("amdahl.step.name", step.label())
                .startSpan());
    }

    @Override
    public void stepEnded(StepSummary step) {
        end(step.failure());
    }

    @Override
    public void hypothesisProposed(Dossier dossier) {
        event("amdahl.hypothesis.proposed", hypothesis(dossier).build());
    }

    @Override
    public void hypothesisMoved(HypothesisState from, Dossier dossier) {
        event(
                "amdahl.hypothesis.moved",
                hypothesis(dossier)
                        .put("amdahl.hypothesis.from", from.name())
                        .put("amdahl.hypothesis.reason", dossier.reason())
                        .build());
    }

    @Override
    public void trialSubmitted(Run run) {
        event("amdahl.run.submitted", attributes(run));
    }

    @Override
    public void trialCollected(Run run) {
        event("amdahl.run.collected", attributes(run));
    }

    @Override
    public void trialLost(Run run) {
        event("amdahl.run.lost", attributes(run));
    }

    @Override
    public void verdict(Verdict verdict) {
        event(
                "amdahl.verdict",
                Attributes.of(
                        stringKey("amdahl.hypothesis.id"),
                        verdict.hypothesis().id(),
                        stringKey("amdahl.family"),
                        verdict.hypothesis().family(),
                        stringKey("amdahl.verdict.state"),
                        verdict.state().name(),
                        stringKey("amdahl.verdict.reason"),
                        verdict.reason()));
    }

    @Override
    public void cycleEnded(CycleSummary cycle) {
        Running whole = running.peek();
        if (whole != null) {
            whole.span()
                    .setAttribute(longKey("amdahl.cycle.commits"), (long) cycle.commits())
                    .setAttribute(longKey("amdahl.runs.inflight"), (long) cycle.runsInFlight())
                    .setAttribute(longKey("amdahl.experiments.open"), (long) cycle.openExperiments());
            end(cycle.failure());
        }
    }

    /** The scope is closed by the call that ends what began here. */
    @SuppressWarnings("MustBeClosedChecker")
    private void start(Span span) {
        running.push(new Running(span, span.makeCurrent()));
    }

    private void end(Optional<Throwable> failure) {
        Running ended = running.poll();
        if (ended != null) {
            failure.ifPresent(cause -> {
                ended.span().recordException(cause);
                ended.span().setStatus(StatusCode.ERROR, String.valueOf(cause.getMessage()));
            });
            ended.scope().close();
            ended.span().end();
        }
    }

    private void event(String name, Attributes attributes) {
        Running now = running.peek();
        if (now != null) {
            now.span().addEvent(name, attributes);
        }
    }

    private static AttributesBuilder hypothesis(Dossier dossier) {
        return Attributes.builder()
                .put("amdahl.hypothesis.id", dossier.id())
                .put("amdahl.family", dossier.hypothesis().family())
                .put("amdahl.hypothesis.state", dossier.state().name());
    }

    private static Attributes attributes(Run run) {
        AttributesBuilder attributes = Attributes.builder()
                .put("amdahl.run.id", run.plan().key())
                .put("amdahl.family", run.plan().family())
                .put("amdahl.run.purpose", run.plan().purpose().name())
                .put("amdahl.run.state", run.state().name());
        run.worker().map(WorkerRunId::value).ifPresent(worker -> attributes.put("amdahl.run.worker", worker));
        if (!run.plan().hypothesis().isEmpty()) {
            attributes.put("amdahl.hypothesis.id", run.plan().hypothesis());
        }
        return attributes.build();
    }
}
