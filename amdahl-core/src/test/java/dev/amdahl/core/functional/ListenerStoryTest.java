package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.loop.CycleSummary;
import dev.amdahl.core.loop.LoopListener;
import dev.amdahl.core.loop.MicrometerListener;
import dev.amdahl.core.loop.OpenTelemetryListener;
import dev.amdahl.core.loop.Step;
import dev.amdahl.core.loop.StepSummary;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.hypothesis.HypothesisState;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a host hears of a loop: by its own listener, as metrics, as spans. */
class ListenerStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private final Heard heard = new Heard();
    private World world;

    @BeforeEach
    void aJobWithOneRealWin() {
        world = new World(
                folder, 1, Workload.job("nightly", .5, Workload.workers("4")).build());
        world.policy = World.BLIND;
        world.more = builder -> builder.listener(heard);
    }

    /** Writes down every call. */
    private static final class Heard implements LoopListener {
        final List<String> calls = new ArrayList<>();
        final List<CycleSummary> cycles = new ArrayList<>();

        @Override
        public void cycleStarted(String cycleId) {
            calls.add("cycle " + cycleId);
        }

        @Override
        public void cycleRefused(AmdahlException reason) {
            calls.add("refused");
        }

        @Override
        public void stepStarted(Step step) {
            calls.add("> " + step.label());
        }

        @Override
        public void stepEnded(StepSummary step) {
            calls.add((step.failure().isPresent() ? "! " : "< ") + step.step().label());
        }

        @Override
        public void hypothesisProposed(Dossier dossier) {
            calls.add("proposed " + dossier.state());
        }

        @Override
        public void hypothesisMoved(HypothesisState from, Dossier dossier) {
            calls.add(from + " to " + dossier.state());
        }

        @Override
        public void trialSubmitted(Run run) {
            assertThat(run.worker()).isPresent();
            calls.add("submitted " + run.plan().purpose());
        }

        @Override
        public void trialCollected(Run run) {
            assertThat(run.result()).isPresent();
            calls.add("collected " + run.plan().purpose());
        }

        @Override
        public void trialLost(Run run) {
            calls.add("lost " + run.state());
        }

        @Override
        public void verdict(Verdict verdict) {
            calls.add("verdict " + verdict.state());
        }

        @Override
        public void note(String line) {
            calls.add("note " + line);
        }

        @Override
        public void cycleEnded(CycleSummary cycle) {
            calls.add("end " + cycle.cycleId());
            cycles.add(cycle);
        }

        long count(String call) {
            return calls.stream().filter(call::equals).count();
        }
    }

    @Test
    void aListenerHearsEverythingOnceAndInOrder() {
        world.untilIdle();

        assertThat(heard.calls).startsWith("cycle 1", "> collect", "< collect", "> watch");
        assertThat(heard.calls.get(heard.calls.size() - 1)).startsWith("end ");
        assertThat(heard.calls).filteredOn(call -> call.contains(" to ")).startsWith("PROPOSED to TESTING");
        assertThat(heard.calls).contains("proposed PROPOSED", "CONFIRMING to SURVIVED", "SURVIVED to IN_REVIEW");
        long runs = world.cluster.submissions().size();
        assertThat(heard.count("submitted NOISE") + heard.count("submitted TRIAL"))
                .isEqualTo(runs)
                .isGreaterThan(15);
        assertThat(heard.count("collected NOISE") + heard.count("collected TRIAL"))
                .isEqualTo(runs);
        assertThat(heard.calls.stream().filter(call -> call.startsWith("> ")).distinct())
                .hasSize(Step.values().length - 2);
        assertThat(heard.cycles)
                .hasSizeGreaterThan(15)
                .allMatch(cycle -> cycle.failure().isEmpty());
        assertThat(heard.cycles.stream().map(CycleSummary::cycleId)).doesNotHaveDuplicates();
    }

    @Test
    void aBrokenListenerBreaksNothingAndStandsInTheReport() {
        LoopListener broken = new LoopListener() {
            @Override
            public void stepStarted(Step step) {
                throw new IllegalStateException("no metrics server");
            }

            @Override
            public void cycleEnded(CycleSummary cycle) {
                throw new AssertionError("late");
            }
        };
        world.more = builder -> builder.listener(broken).listener(heard);

        CycleReport report = world.cycle();

        assertThat(report.notes())
                .filteredOn(note -> note.startsWith("listener "))
                .hasSize(2)
                .anyMatch(note -> note.contains("failed in stepStarted")
                        && note.contains("IllegalStateException: no metrics server"))
                .anyMatch(note -> note.contains("failed in cycleEnded"));
        assertThat(heard.calls).contains("submitted NOISE").endsWith("end 1");
    }

    @Test
    void aCycleThatIsRefusedIsHeardAndThrown() {
        try (Ledger ledger = Ledger.open(world.url(), world.clock);
                Lease other = ledger.acquire("another host", Duration.ofMinutes(1))) {
            assertThat(other.fence()).isEqualTo(1);
            AmdahlLoop loop = world.loop(ledger);
            assertThatThrownBy(loop::runCycle).hasMessageContaining("another host");
        }
        assertThat(heard.calls).containsExactly("refused");
    }

    @Test
    void metricsCountWhatHappened() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        MicrometerListener metrics = new MicrometerListener(registry);
        world.more = builder -> builder.listener(metrics);

        world.untilIdle();

        double runs = world.cluster.submissions().size();
        assertThat(registry.get("amdahl.trials.submitted").counters())
                .extracting(counter -> counter.count())
                .satisfies(counts -> assertThat(
                                counts.stream().mapToDouble(Double::doubleValue).sum())
                        .isEqualTo(runs));
        assertThat(registry.get("amdahl.trials.collected")
                        .tag("purpose", "trial")
                        .counter()
                        .count())
                .isGreaterThan(10);
        assertThat(registry.get("amdahl.trials.accelerator")
                        .tag("purpose", "trial")
                        .counter()
                        .count())
                .isGreaterThan(10 * 2 * 5);
        assertThat(registry.get("amdahl.hypotheses.moved")
                        .tag("state", "in_review")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("amdahl.cycle").tag("outcome", "ended").timer().count())
                .isGreaterThan(15);
        assertThat(registry.get("amdahl.step").tag("step", "collect").timer().count())
                .isEqualTo(registry.get("amdahl.cycle").timer().count());
        assertThat(registry.get("amdahl.runs.inflight").gauge().value()).isZero();
        assertThat(registry.get("amdahl.experiments.open").gauge().value()).isZero();
        Set<String> values = new HashSet<>();
        registry.getMeters().stream().map(Meter::getId).forEach(id -> {
            assertThat(id.getBaseUnit()).as(id.getName()).isNotBlank();
            id.getTags().stream().map(Tag::getValue).forEach(values::add);
        });
        assertThat(values)
                .hasSizeBetween(10, 60)
                .allMatch(value -> value.matches("[a-z_]+"))
                .doesNotContain("nightly");
    }

    @Test
    void aCycleIsASpanWithItsStepsInIt() {
        InMemorySpanExporter spans = InMemorySpanExporter.create();
        List<SpanData> kept = new ArrayList<>();
        try (SdkTracerProvider provider = SdkTracerProvider.builder()
                .addSpanProcessor(SimpleSpanProcessor.create(spans))
                .build()) {
            world.more = builder -> builder.listener(new OpenTelemetryListener(provider.get("test")));
            world.untilIdle();
            kept.addAll(spans.getFinishedSpanItems());
        }

        List<SpanData> cycles = named(kept, "amdahl.cycle");
        List<SpanData> steps = named(kept, "amdahl.step");
        assertThat(cycles).hasSizeGreaterThan(15);
        assertThat(steps).hasSize(cycles.size() * (Step.values().length - 2));
        Set<String> parents =
                new HashSet<>(cycles.stream().map(SpanData::getSpanId).toList());
        assertThat(steps).allMatch(step -> parents.contains(step.getParentSpanId()));
        assertThat(cycles).allMatch(cycle -> !cycle.getParentSpanContext().isValid());
        assertThat(cycles.get(0).getAttributes().get(AttributeKey.stringKey("amdahl.cycle.id")))
                .isEqualTo("1");
        assertThat(steps.stream().flatMap(step -> step.getEvents().stream()).map(EventData::getName))
                .contains("amdahl.run.submitted", "amdahl.run.collected", "amdahl.hypothesis.moved");
        assertThat(io.opentelemetry.api.trace.Span.current().getSpanContext().isValid())
                .isFalse();
    }

    @Test
    void anErrorEndsItsSpansAndIsOnThem() {
        InMemorySpanExporter spans = InMemorySpanExporter.create();
        List<SpanData> kept = new ArrayList<>();
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (SdkTracerProvider provider = SdkTracerProvider.builder()
                .addSpanProcessor(SimpleSpanProcessor.create(spans))
                .build()) {
            world.more = builder -> builder.listener(new OpenTelemetryListener(provider.get("test")))
                    .listener(new MicrometerListener(registry))
                    .fleet((from, to) -> {
                        throw new IllegalStateException("the fleet's table is gone");
                    });
            assertThat(world.cycle().faults()).singleElement().asString().contains("table is gone");
            kept.addAll(spans.getFinishedSpanItems());
        }

        assertThat(kept)
                .filteredOn(span -> span.getStatus().getStatusCode() == StatusCode.ERROR)
                .as("the step; the cycle goes on")
                .singleElement()
                .matches(span -> span.getStatus().getDescription().contains("table is gone"));
        assertThat(registry.get("amdahl.cycle").tag("outcome", "ended").timer().count())
                .isEqualTo(1);
    }

    private static List<SpanData> named(List<SpanData> spans, String name) {
        return spans.stream().filter(span -> span.getName().equals(name)).toList();
    }
}
