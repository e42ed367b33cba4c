package dev.amdahl.core.refute;

import dev.amdahl.spi.experiment.AnalysisConduct;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Trial.Order;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.job.Guardrail;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.ValueSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;

/** Claims of a tenth less time whose record betrays them, one for each check that no trap of {@link TwentyTraps} is made for. */
final class StagedClaims {
    private static final int PAIRS = 20;
    private static final MetricSpec OWN =
            new MetricSpec("step_seconds", Optional.of(new ValueSource.Stdout("step (.*)")), true);

    private StagedClaims() {}

    private static final int MORE_PAIRS = 24;

    private static Evidence pairs(UnaryOperator<ArmResult> baseline, UnaryOperator<ArmResult> variant) {
        return Evidence.of(
                Pairs.of(
                        PAIRS,
                        index -> Pairs.faster(
                                index,
                                baseline.apply(ArmResult.succeeded("a", 10 + .02 * (index % 5))),
                                variant.apply(ArmResult.succeeded("b", 9 + .02 * (index % 3))))),
                1);
    }

    /** What one arm had, and the other. */
    static Evidence recording(Covariate covariate, double baseline, double variant) {
        return pairs(arm -> arm.covariate(covariate, baseline), arm -> arm.covariate(covariate, variant))
                .supplying(covariate);
    }

    static Evidence governors() {
        return pairs(
                arm -> arm.circumstance(EnvironmentFact.GOVERNOR, "powersave"),
                arm -> arm.circumstance(EnvironmentFact.GOVERNOR, "performance"));
    }

    static Evidence rewritten() {
        return pairs(
                arm -> arm.circumstance(EnvironmentFact.PROGRAM, "same")
                        .circumstance(EnvironmentFact.PROGRAM_AFTER, "same"),
                arm -> arm.circumstance(EnvironmentFact.PROGRAM, "same")
                        .circumstance(EnvironmentFact.PROGRAM_AFTER, "new"));
    }

    static Evidence beyondItsPeak() {
        return pairs(
                arm -> arm.metric("mfu", .62).metric("peak_mfu", 1),
                arm -> arm.metric("mfu", 1.24).metric("peak_mfu", 1));
    }

    static Evidence worseLoss() {
        return pairs(arm -> arm.metric("loss", 1), arm -> arm.metric("loss", 1.05))
                .guardrails(new Guardrail("loss", new ValueSource.Stdout("loss (.*)"), true, .02));
    }

    static Evidence savedElsewhere() {
        return Evidence.of(Pairs.of(MORE_PAIRS, Pairs::faster), 1).savedShare(.05);
    }

    static Evidence unreported() {
        return pairs(arm -> arm, arm -> arm).conduct(AnalysisConduct.UNKNOWN.assigned(PAIRS, 2 * PAIRS));
    }

    static Evidence lostWork() {
        return pairs(arm -> arm.work(1000), arm -> arm).workCounted();
    }

    /** Of kernels, which should not need the processor more. */
    static Evidence onTheProcessor() {
        Evidence claim = pairs(arm -> arm.cpu(4), arm -> arm.cpu(11));
        Hypothesis said = claim.hypothesis();
        return claim.hypothesis(new Hypothesis(
                said.id(),
                said.family(),
                List.of(Bottleneck.KERNEL_INEFFICIENT),
                Bottleneck.KERNEL_INEFFICIENT.axis(),
                said.title(),
                said.change(),
                said.expectedFraction(),
                said.provenance(),
                said.evidence(),
                said.fingerprint()));
    }

    /** Another answer for each seed from the baseline, and one for all from the variant. */
    static Evidence cached() {
        Evidence claim = Evidence.of(
                        Pairs.of(
                                PAIRS,
                                index -> Pairs.faster(
                                        index,
                                        ArmResult.succeeded("a", 10 + .02 * (index % 5))
                                                .digest(Pairs.OUTPUT.path(), "answer-" + index),
                                        ArmResult.succeeded("b", 9 + .02 * (index % 3))
                                                .digest(Pairs.OUTPUT.path(), "answer-1"))),
                        1)
                .outputsDeclared();
        ExperimentPlan plan = claim.plan();
        return claim.plan(new ExperimentPlan(
                plan.metric(),
                plan.guardrails(),
                List.of(Pairs.OUTPUT),
                plan.minimumEffect(),
                plan.sigma(),
                plan.bar(),
                plan.alpha(),
                plan.firstCap(),
                plan.confirmationCap()));
    }

    static Evidence alwaysFirst() {
        return Evidence.of(
                Pairs.of(
                        PAIRS,
                        index -> Pairs.trial(
                                index,
                                Order.BASELINE_FIRST,
                                ArmResult.succeeded("a", 10 + .02 * (index % 5)),
                                ArmResult.succeeded("b", 9 + .02 * (index % 3)),
                                List.of())),
                1);
    }

    /** The job's own clock says a tenth less; its wall time goes from 10 s to this. */
    static Evidence ownClock(double wall) {
        return Evidence.of(
                        Pairs.of(PAIRS, index -> {
                            Trial pair = Pairs.faster(
                                    index,
                                    ArmResult.succeeded("a", 10 + .02 * (index % 5)),
                                    ArmResult.succeeded("b", wall + .02 * (index % 3)));
                            return new Trial(
                                    pair.key(),
                                    1,
                                    index,
                                    pair.order(),
                                    "host",
                                    pair.baseline(),
                                    pair.variant(),
                                    OptionalDouble.of(-.1 + .01 * (index % 3)),
                                    List.of());
                        }),
                        1)
                .metric(OWN);
    }
}
