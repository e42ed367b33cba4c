package dev.amdahl.examples.cli.gpu;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.AmdahlLoopBuilder;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.NoPromotionGate;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.loop.ScopePolicy;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.examples.cli.gpu.BilinearTrial.Product;
import dev.amdahl.examples.cli.run.WorkFolder;
import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.internal.bilinear.execution.BreakEven;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Contribution;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.OutputRule;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Gives a scheme to the loop as a hypothesis with a prediction; trials run in this process, on the device that is open.
 *
 * @param url the ledger
 * @param product what is compared
 * @param pairs most pairs in all
 * @param seed of the matrices that rates are measured on
 */
record BilinearLoop(String url, Product product, int pairs, long seed) {
    private static final int NOISE_TRIALS = 12;
    private static final Duration WAIT = Duration.ofSeconds(1);

    /** Predicts, and runs cycles until the loop has nothing left to do. */
    <A, C> BilinearTrial run(ComputeBackend backend, GemmType<A, C> type) throws IOException, InterruptedException {
        Clock clock = Clock.systemUTC();
        BreakEven rates = BilinearTrial.predict(backend, type, product, seed);
        ProductArms.Effort effort = ProductArms.Effort.of(rates.plainSeconds(product.n()));
        try (WorkFolder work = WorkFolder.of(url);
                Ledger ledger = Ledger.open(url, clock);
                ProductArms<A, C> arms = new ProductArms<>(backend, type, product, effort, clock)) {
            requireOwnRuns(ledger.view());
            AmdahlLoopBuilder builder = AmdahlLoop.builder(ledger)
                    .jobs(List.of(job(rates.speedup(product.n()))))
                    .scheduler(new ProductScheduler(BurninCommand.hostName(), arms::run))
                    .policy(policy())
                    .clock(clock)
                    .directory(work.path());
            if (ledger.location().reviews().isEmpty()) {
                builder.gate(new NoPromotionGate());
            }
            LedgerView view = untilIdle(builder.build());
            return BilinearTrial.of(product, rates, view, tested(view));
        }
    }

    private static LedgerView untilIdle(AmdahlLoop loop) throws InterruptedException {
        CycleReport report = loop.runCycle();
        while (!report.isIdle()) {
            loop.await(WAIT);
            report = loop.runCycle();
        }
        return report.view();
    }

    /** Runs of another workload are on a scheduler that is not here. */
    private void requireOwnRuns(LedgerView view) {
        Optional<String> other = view.inFlight().stream()
                .map(run -> run.plan().family())
                .filter(family -> !family.equals(product.family()))
                .findFirst();
        if (other.isPresent()) {
            throw new InvalidInputException(
                    "ledger " + url,
                    "a run of '" + other.get() + "' is in flight, and this command cannot wait for it",
                    "run amdahl loop until it has ended, or name another ledger");
        }
    }

    private Dossier tested(LedgerView view) {
        return view.dossiers().stream()
                .filter(dossier -> dossier.hypothesis().family().equals(product.family())
                        && dossier.hypothesis().title().startsWith(product.variant()))
                .reduce((earlier, later) -> later)
                .orElseThrow(() -> new IllegalStateException("the loop proposed no hypothesis"));
    }

    private JobSpec job(double speedup) {
        LeverSetting setting = new LeverSetting(
                "product", new LeverSetting.Environment(ProductArms.VARIABLE), ProductArms.PLAIN, product.variant());
        return JobSpec.builder(product.family(), List.of("bilinear", "--ab", Integer.toString(product.n())))
                .accelerators(new Accelerators(product.backend(), 1))
                .environment(Map.of(ProductArms.VARIABLE, ProductArms.PLAIN))
                .outputs(List.of(new OutputRule(ProductArms.OUTPUT, new OutputRule.Exact())))
                .contributions(List.of(new Contribution(
                        product.title(speedup),
                        new ConfigChange(List.of(setting)),
                        List.of(Bottleneck.COMPUTE_BOUND),
                        speedup > 1 ? OptionalDouble.of(1 - 1 / speedup) : OptionalDouble.empty(),
                        Optional.empty())))
                .build();
    }

    /** A prediction is tested whatever it says: a loss as well as a gain. */
    private LoopPolicy policy() {
        return LoopPolicy.DEFAULT.toBuilder()
                .evidence(EvidencePolicy.DEFAULT.withPairs(pairs))
                .noiseTrials(NOISE_TRIALS)
                .evidenceRuns(0, LoopPolicy.DEFAULT.evidenceAge())
                .singleComparison(true)
                .errorControlledOnline(false)
                .scope(new ScopePolicy(Map.of(), Set.of(), Set.of(), 0))
                .build();
    }
}
