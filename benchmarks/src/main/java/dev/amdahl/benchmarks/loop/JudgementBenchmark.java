package dev.amdahl.benchmarks.loop;

import dev.amdahl.core.refute.Panel;
import dev.amdahl.core.refute.PanelResult;
import dev.amdahl.core.stats.Alternative;
import dev.amdahl.core.stats.Interval;
import dev.amdahl.core.stats.SignFlip;
import dev.amdahl.core.stats.design.ArmMedians;
import dev.amdahl.core.stats.design.Assessment;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.stats.design.SequentialDesign;
import dev.amdahl.core.stats.resample.JointSignFlip;
import dev.amdahl.spi.experiment.Evidence;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One full judgement of a claim of 40 pairs with 10 metrics: the decision rule, the sign-flip test and interval of the primary
 * metric and the joint test of all, with 2^k sign vectors each, and the panel; and the panel and the rule alone.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class JudgementBenchmark {
    private static final int PER_SET = Claim.PAIRS / 2;

    private final Evidence claim = Claim.ofFewerSeconds();
    private final double[][] d = Claim.effects(claim);
    private final SequentialDesign design = new SequentialDesign(EvidencePolicy.DEFAULT, .05, 400);
    private final Panel panel = Panel.standard();

    @Param({"17", "20"})
    public int k;

    /** What a judgement says. */
    public record Judgement(
            Assessment assessment,
            SignFlip.Result test,
            Interval interval,
            List<JointSignFlip.MetricResult> metrics,
            PanelResult panel) {}

    @Benchmark
    public Judgement judgement() {
        return new Judgement(
                rule(),
                SignFlip.subgroup(d[0], Alternative.TWO_SIDED, k, 1),
                SignFlip.interval(d[0], .95, k, 1),
                JointSignFlip.test(d, Alternative.TWO_SIDED, k, 1),
                panel.examine(claim));
    }

    @Benchmark
    public PanelResult panelAlone() {
        return panel.examine(claim);
    }

    @Benchmark
    public Assessment rule() {
        return design.assess(
                Arrays.copyOf(d[0], PER_SET),
                Arrays.copyOfRange(d[0], PER_SET, Claim.PAIRS),
                new ArmMedians(Claim.BASELINE_SECONDS, Claim.VARIANT_SECONDS));
    }
}
