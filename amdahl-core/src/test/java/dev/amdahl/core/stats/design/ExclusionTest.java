package dev.amdahl.core.stats.design;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.stats.Interval;
import dev.amdahl.core.stats.design.Assessment.Status;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class ExclusionTest {
    private static final double[] AS_ASSUMED = {.1, -.1, .12, -.08, .05};
    private static final double[] WIDE = {.5, -.4, .6, -.5, .4, -.6};

    @Test
    void nothingThatTheIntervalHoldsIsEverRuledOut() {
        SequentialDesign design = new SequentialDesign(EvidencePolicy.QUICKSTART, .1, 400);
        SplittableRandom random = new SplittableRandom(9);
        int futile = 0;
        int bounded = 0;
        int wider = 0;
        for (int experiment = 0; experiment < 60; experiment++) {
            double spread = experiment % 2 == 0 ? .1 : .3;
            double[] d = new double[20];
            Arrays.setAll(d, i -> spread * random.nextGaussian() + .02);
            Assessment look = design.assess(d, new double[0], SimulatedExperiments.LONG_ARMS);
            if (look.status() == Status.NOT_SEEN) {
                futile++;
                Interval interval = look.effect().orElseThrow().interval();
                if (!interval.isBounded()) {
                    assertThat(look.reason()).contains(" was seen, but ", " pairs cannot rule one out");
                    continue;
                }
                double ruledOut = Double.parseDouble(look.reason().split(" ", -1)[5]) / 100;
                assertThat(Math.exp(interval.upper()) - 1).isLessThanOrEqualTo(ruledOut + .0005);
                assertThat(1 - Math.exp(interval.lower())).isLessThanOrEqualTo(ruledOut + .0005);
                bounded++;
                wider += look.reason().contains("; the pairs varied by ") ? 1 : 0;
            }
        }
        assertThat(bounded).isBetween(20, futile - 1);
        assertThat(wider).isBetween(5, bounded - 5);
    }

    @Test
    void whatTheIntervalLeavesOutIsRuledOutAsPlanned() {
        assertThat(Exclusion.reason(.093, interval(.95, 1.05), AS_ASSUMED, .1))
                .isEqualTo("no effect of at least 9.3 %");
        assertThat(Exclusion.claim("no effect of at least 9.3 %")).isEqualTo("no effect of at least 9.3 %");
    }

    @Test
    void whatHidesTheRestIsSaid() {
        String wide = Exclusion.reason(.102, interval(.78, 1.151), WIDE, .1);
        assertThat(wide)
                .isEqualTo("no effect of at least 22.0 %; the plan was to detect 10.2 %; the pairs varied by 55 %"
                        + " instead of 10 %: try again on a quieter machine");
        assertThat(Exclusion.claim(wide)).isEqualTo("no effect of at least 22.0 %");
        assertThat(Exclusion.reason(.102, interval(.9, 1.1211), AS_ASSUMED, .1))
                .isEqualTo("no effect of at least 12.2 %; the plan was to detect 10.2 %");
        String none = Exclusion.reason(.102, Interval.unbounded(.95), WIDE, .1);
        assertThat(none)
                .startsWith(
                        "no effect of at least 10.2 % was seen, but 6 pairs cannot rule one out; the pairs varied by 55 %");
        assertThat(Exclusion.claim(none)).isEqualTo("no effect of at least 10.2 % was seen");
        assertThat(Exclusion.shown(none, OptionalDouble.of(.5), OptionalDouble.of(1.5)))
                .isEqualTo(none);
    }

    @Test
    void aClaimOfAnEarlierVersionIsShownAsItsIntervalAllows() {
        String recorded = "no effect of at least 10.2 %";
        assertThat(Exclusion.shown(recorded, OptionalDouble.of(.78), OptionalDouble.of(1.15)))
                .isEqualTo("no effect of at least 22.0 %; the plan was to detect 10.2 %");
        assertThat(Exclusion.size(recorded, OptionalDouble.of(.78), OptionalDouble.of(1.15)))
                .isEqualTo("22.0 %");
        assertThat(Exclusion.shown(recorded, OptionalDouble.of(.95), OptionalDouble.of(1.05)))
                .isEqualTo(recorded);
        assertThat(Exclusion.size(recorded, OptionalDouble.of(.95), OptionalDouble.of(1.05)))
                .isEqualTo("10.2 %");
        assertThat(Exclusion.size("interval inside ±1.0 %", OptionalDouble.of(.991), OptionalDouble.of(1.005)))
                .isEqualTo("0.9 %");
        assertThat(Exclusion.size(recorded, OptionalDouble.empty(), OptionalDouble.of(1.15)))
                .isEmpty();
    }

    private static Interval interval(double lower, double upper) {
        return new Interval(Math.log(lower), Math.log(upper), .95);
    }
}
