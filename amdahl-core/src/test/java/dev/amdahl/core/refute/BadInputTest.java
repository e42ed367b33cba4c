package dev.amdahl.core.refute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.experiment.AnalysisConduct;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Trial.Order;
import dev.amdahl.spi.experiment.Vote.Ballot;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the record holds, the panel answers, and nothing that could not be measured becomes a number or support. */
class BadInputTest {
    private static final Covariate[] ALL = Covariate.values();

    record Bad(String name, Evidence evidence) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Bad> bad() {
        return Stream.of(
                new Bad("no pairs", claim(0, Pairs::faster)),
                new Bad("one pair", claim(1, Pairs::faster)),
                new Bad("all ties", claim(20, index -> pair(index, good(), good()))),
                new Bad("all covariates missing", claim(20, Pairs::faster).supplying(ALL)),
                new Bad(
                        "covariates not a number",
                        claim(20, index -> pair(index, odd(Double.NaN), odd(Double.NaN)))
                                .supplying(ALL)),
                new Bad(
                        "covariates infinite",
                        claim(20, index -> pair(index, good(), odd(Double.POSITIVE_INFINITY)))
                                .supplying(ALL)),
                new Bad(
                        "covariates zero",
                        claim(20, index -> pair(index, odd(0), odd(0))).supplying(ALL)),
                new Bad(
                        "covariates below zero",
                        claim(20, index -> pair(index, odd(-1), odd(-1))).supplying(ALL)),
                new Bad("effects not a number", claim(20, index -> trial(index, good(), good(), Double.NaN))),
                new Bad("effects infinite", claim(20, index -> trial(index, good(), good(), Double.NEGATIVE_INFINITY))),
                new Bad(
                        "no arm succeeds",
                        claim(20, index -> pair(index, ArmResult.failed("a", 1), ArmResult.failed("b", 1)))),
                new Bad(
                        "phases of one pair only",
                        claim(20, index -> pair(index, index == 1 ? good().metric("phase.run", 9) : good(), good()))),
                new Bad(
                        "phases not a number",
                        claim(
                                20,
                                index -> pair(
                                        index, good().metric("phase.run", Double.NaN), good().metric("phase.run", 9)))),
                new Bad(
                        "a stratum in one arm only",
                        claim(20, index -> pair(index, good().metric("stratum", 1), faster(index)))),
                new Bad(
                        "starts of one arm only",
                        claim(20, index -> pair(index, good().startedAt(Instant.EPOCH), faster(index)))),
                new Bad(
                        "processes of one arm only",
                        claim(20, index -> pair(index, good().sharing("p"), faster(index)))),
                new Bad(
                        "looked at, without evidence",
                        claim(20, Pairs::faster).conduct(AnalysisConduct.UNKNOWN.looks(20, true))),
                new Bad(
                        "metrics that nobody recorded",
                        claim(20, index -> pair(index, good(), good()))
                                .conduct(AnalysisConduct.UNKNOWN.metrics(List.of("wall_seconds", "x", "y"), false))),
                new Bad("a claim of nothing", claim(20, Pairs::faster).conduct(AnalysisConduct.UNKNOWN.claimed(0))),
                new Bad(
                        "a claim that is not a number",
                        claim(20, Pairs::faster).conduct(AnalysisConduct.UNKNOWN.claimed(Double.NaN))),
                new Bad(
                        "most runs lost",
                        claim(20, Pairs::faster).conduct(AnalysisConduct.UNKNOWN.assigned(100, 100))));
    }

    @ParameterizedTest
    @MethodSource("bad")
    void thePanelAnswersAndNeverUpholds(Bad bad) {
        PanelResult result = Panel.standard().examine(bad.evidence());

        assertThat(result.survives()).isFalse();
        assertThat(result.reason()).isNotBlank();
        assertThat(result.votes()).isNotEmpty().allSatisfy(vote -> {
            assertThat(vote.reason()).isNotBlank();
            assertThat(vote.number().orElse(0)).isFinite();
            assertThat(vote.ballot()).isIn((Object[]) Ballot.values());
        });
    }

    private static Evidence claim(int pairs, IntFunction<Trial> trial) {
        return Evidence.of(Pairs.of(pairs, trial), 1);
    }

    private static ArmResult good() {
        return ArmResult.succeeded("a", 10);
    }

    private static ArmResult faster(int index) {
        return ArmResult.succeeded("b", 9 + .01 * (index % 3));
    }

    private static ArmResult odd(double value) {
        ArmResult arm = good();
        for (Covariate covariate : ALL) {
            arm = arm.covariate(covariate, value);
        }
        return arm;
    }

    private static Trial pair(int index, ArmResult baseline, ArmResult variant) {
        return Pairs.trial(index, order(index), baseline, variant, List.of());
    }

    private static Trial trial(int index, ArmResult baseline, ArmResult variant, double d) {
        return new Trial(
                "trial-" + index, 1, index, order(index), "host", baseline, variant, OptionalDouble.of(d), List.of());
    }

    private static Order order(int index) {
        return index % 2 == 0 ? Order.BASELINE_FIRST : Order.VARIANT_FIRST;
    }
}
