package dev.amdahl.llm.advice;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.AmdahlLoopBuilder;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.internal.advice.IdeaCatalogue;
import dev.amdahl.core.internal.advice.RuleAdvisor;
import dev.amdahl.core.internal.testing.ShareProfiler;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.testing.ScriptedGate;
import dev.amdahl.core.testing.ScriptedScheduler;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.llm.LlmGateway;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.OutputRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/** A loop over a real ledger, scripted runs of 10 s that wait for input most of the time, and a model. Not thread-safe. */
final class ModelWorld {
    static final Lever WORKERS = lever("workers", "WORKERS", "0", "4", "8");
    static final Lever LOG = lever("log", "LOG", "info", "a", "b", "c", "d", "e", "f", "g", "h");

    final SettableClock clock = new SettableClock(Instant.parse("2026-03-01T12:00:00Z"));
    final ScriptedGate gate = new ScriptedGate();
    final List<String> notes = new ArrayList<>();
    final ScriptedScheduler scheduler;
    private final Path folder;
    private final List<JobSpec> jobs;
    private final LlmGateway model;
    boolean hasRules;
    LoopPolicy policy = LoopPolicy.DEFAULT.toBuilder()
            .evidenceRuns(1, Duration.ofDays(14))
            .noise(.1, 0)
            .build();
    UnaryOperator<AmdahlLoopBuilder> more = builder -> builder;

    ModelWorld(Path folder, LlmGateway model, List<JobSpec> jobs) {
        this.folder = folder;
        this.model = model;
        this.jobs = List.copyOf(jobs);
        scheduler = new ScriptedScheduler(200, this::run);
    }

    static Lever lever(String name, String variable, String from, String... to) {
        return new Lever(
                name,
                new LeverSetting.Environment(variable),
                from,
                List.of(to),
                List.of(Bottleneck.INPUT_STARVATION),
                Optional.empty());
    }

    static JobSpec.Builder job(String family, Lever... levers) {
        return JobSpec.builder(family, List.of("train"))
                .accelerators(new Accelerators("h200", 1))
                .runsPerWeek(700)
                .environment(Map.of("JOB", family))
                .outputs(List.of(new OutputRule("out.json", new OutputRule.Exact())))
                .artifacts(Map.of("trace", "trace.json"))
                .levers(List.of(levers));
    }

    private ArmResult run(ArmRequest arm) {
        Map<String, String> environment = new HashMap<>(arm.environment());
        double seconds = 10 * ("4".equals(environment.get("WORKERS")) ? .7 : 1);
        long draw = Objects.hash(arm.seed(), arm.name(), environment);
        double noise = arm.isTraced() ? 1 : Math.exp(.03 * new SplittableRandom(draw).nextGaussian());
        ArmResult result = ArmResult.succeeded(arm.name(), seconds * noise)
                .work(1000)
                .digest("out.json", "same")
                .covariate(Covariate.LOAD_1M, 1);
        return arm.isTraced() ? result.folder(trace(arm)) : result;
    }

    private Path trace(ArmRequest arm) {
        try {
            Path place = folder.resolve("arms")
                    .resolve(Objects.requireNonNull(arm.environment().get("JOB")));
            Files.createDirectories(place.resolve("run"));
            Files.writeString(place.resolve("run/trace.json"), "0.3");
            return place;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return folder.resolve("ledger").toString();
    }

    private AmdahlLoop loop(Ledger ledger) {
        LlmAdvisor advisor = new LlmAdvisor(model, AdvisorSettings.DEFAULT.mostProposals(8));
        List<Advisor> advisors =
                hasRules ? List.of(new RuleAdvisor(IdeaCatalogue.shipped()), advisor) : List.of(advisor);
        return more.apply(AmdahlLoop.builder(ledger)
                        .jobs(jobs)
                        .scheduler(scheduler)
                        .profilers(List.of(new ShareProfiler()))
                        .advisors(advisors)
                        .gate(gate)
                        .policy(policy)
                        .clock(clock)
                        .directory(folder))
                .build();
    }

    /** At most so many cycles in one process; fewer if it becomes idle. */
    LedgerView cycles(int most) {
        try (Ledger ledger = Ledger.open(url(), clock)) {
            AmdahlLoop loop = loop(ledger);
            CycleReport report = null;
            for (int i = 0; i < most && (report == null || !report.isIdle()); i++) {
                clock.advance(Duration.ofSeconds(30));
                report = loop.runCycle();
                notes.addAll(report.notes());
            }
            return Objects.requireNonNull(report).view();
        }
    }
}
