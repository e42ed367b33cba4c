package dev.amdahl.llm.sceptic;

import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.ResourceAxis;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Claims of 24 pairs and a warm-up, each of which may be flawed in one way. */
final class Claims {
    static final int PAIRS = 24;

    private static final Hypothesis CLAIM = new Hypothesis(
            "h1",
            "family",
            List.of(Bottleneck.INPUT_STARVATION),
            ResourceAxis.IO,
            "a claim",
            new ConfigChange(List.of(new LeverSetting("workers", new LeverSetting.Environment("WORKERS"), "0", "4"))),
            OptionalDouble.empty(),
            new Provenance(Provenance.Origin.RULE, "test"),
            List.of(),
            new Fingerprint("0".repeat(64)));

    private Claims() {}

    /** A clean win of 8 %. */
    static Evidence clean() {
        return of(i -> .92, arm -> arm, arm -> arm);
    }

    /** The gain of a trial, by its index. */
    interface Effect {
        double ratio(int index);
    }

    static Evidence of(Effect effect, UnaryOperator<ArmResult> baseline, UnaryOperator<ArmResult> variant) {
        SplittableRandom random = new SplittableRandom(5);
        List<Trial> trials = IntStream.rangeClosed(0, PAIRS)
                .mapToObj(i -> {
                    double base = 10 * Math.exp(.02 * random.nextGaussian());
                    double ratio = effect.ratio(i) * Math.exp(.02 * random.nextGaussian());
                    return new Trial(
                            "key-" + i,
                            i <= PAIRS / 2 ? 1 : 2,
                            i,
                            i % 2 == 0 ? Trial.Order.BASELINE_FIRST : Trial.Order.VARIANT_FIRST,
                            i % 3 == 0 ? "host-a" : "host-b",
                            baseline.apply(arm("a", base, random)),
                            variant.apply(arm("b", base * ratio, random)),
                            OptionalDouble.of(Math.log(ratio)),
                            List.of());
                })
                .toList();
        Comparison comparison = new Comparison(
                PAIRS,
                40,
                30,
                OptionalDouble.of(.92),
                OptionalDouble.of(.90),
                OptionalDouble.of(.94),
                Optional.empty(),
                "a win");
        return Evidence.of(trials, 3).comparison(comparison).hypothesis(CLAIM);
    }

    private static ArmResult arm(String name, double seconds, SplittableRandom random) {
        return ArmResult.succeeded(name, seconds)
                .work(1000)
                .metric("steps", 500)
                .covariate(Covariate.LOAD_1M, 1 + random.nextDouble())
                .covariate(Covariate.CPU_MHZ, 2400 + random.nextInt(10));
    }
}
