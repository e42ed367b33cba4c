package dev.amdahl.core.stats.sequential;

import static dev.amdahl.core.stats.ReferenceCases.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.stats.ReferenceCases;
import dev.amdahl.core.stats.sequential.GroupSequential.Look;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GroupSequentialTest {

    @Test
    void boundsAgreeWithTheReference() {
        int compared = 0;
        for (JsonNode reference : ReferenceCases.of("group_sequential.json")) {
            double alpha = reference.get("alpha_two_sided").asDouble();
            double[] information = numbers(reference.get("information"));
            for (Spending spending : Spending.values()) {
                String name = spending == Spending.POCOCK ? "pocock_like_z" : "obf_like_z";
                double[] expected = numbers(reference.get("expected").get(name));
                double[] bounds = new GroupSequential(alpha, spending).bounds(information);
                for (int i = 0; i < expected.length; i++) {
                    assertThat(bounds[i]).isEqualTo(expected[i], within(2e-4));
                    compared++;
                }
            }
        }
        assertThat(compared).isEqualTo(28);
    }

    @ParameterizedTest
    @EnumSource
    void boundOfALookRestsOnEarlierLooksOnly(Spending spending) {
        GroupSequential test = new GroupSequential(.05, spending);
        double[] all = test.bounds(.1, .25, .3, .9, 1);
        assertThat(test.bounds(.1, .25, .3)).containsExactly(Arrays.copyOf(all, 3), within(1e-5));
    }

    @ParameterizedTest
    @EnumSource
    void unequalLooksSpendTheWholeErrorRate(Spending spending) {
        double[] information = {.07, .35, .4, .85, 1};
        double[] bounds = new GroupSequential(.05, spending).bounds(information);
        Random random = new Random(5);
        int crossed = 0;
        int runs = 40000;
        for (int run = 0; run < runs; run++) {
            double path = 0;
            double time = 0;
            boolean out = false;
            for (int look = 0; look < bounds.length; look++) {
                path += Math.sqrt(information[look] - time) * random.nextGaussian();
                time = information[look];
                out |= Math.abs(path) >= bounds[look] * Math.sqrt(time);
            }
            crossed += out ? 1 : 0;
        }
        assertThat((double) crossed / runs).isEqualTo(.05, within(3 * Math.sqrt(.05 * .95 / runs)));
    }

    @Test
    void oneLookIsTheFixedTest() {
        for (Spending spending : Spending.values()) {
            assertThat(new GroupSequential(.05, spending).bounds(1)[0]).isEqualTo(1.959963985, within(1e-8));
        }
    }

    @Test
    void manyLooksStayAccurateAndTheEarliestSpendNothing() {
        double[] information = new double[60];
        for (int i = 0; i < information.length; i++) {
            information[i] = (i + 1) / 60.0;
        }
        double[] bounds = new GroupSequential(.05, Spending.OBRIEN_FLEMING).bounds(information);
        assertThat(bounds[0]).isGreaterThan(8);
        assertThat(bounds[59]).isBetween(2.0, 2.3);
        for (int i = 1; i < bounds.length; i++) {
            assertThat(bounds[i]).isLessThan(bounds[i - 1]);
        }
        assertThat(new GroupSequential(.05, Spending.OBRIEN_FLEMING).bounds(1e-4, 1)[0])
                .isInfinite();
    }

    @Test
    void lookThatReachesItsBoundEndsTheTest() {
        GroupSequential test = new GroupSequential(.05, Spending.OBRIEN_FLEMING);
        assertThat(test.crossedAt(List.of(new Look(.2, 4.8), new Look(.4, -3.3))))
                .isEmpty();
        assertThat(test.crossedAt(List.of(new Look(.2, 4.8), new Look(.4, -3.4), new Look(.6, 0))))
                .hasValue(1);
    }

    @Test
    void badLooksAreRefused() {
        GroupSequential test = new GroupSequential(.05, Spending.POCOCK);
        assertThatIllegalArgumentException().isThrownBy(() -> test.bounds(.5, .5));
        assertThatIllegalArgumentException().isThrownBy(() -> test.bounds(.5, 1.01));
        assertThatIllegalArgumentException().isThrownBy(() -> test.bounds(0));
        assertThatIllegalArgumentException().isThrownBy(() -> test.bounds(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> new Look(.5, Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> new GroupSequential(0, Spending.POCOCK));
    }
}
