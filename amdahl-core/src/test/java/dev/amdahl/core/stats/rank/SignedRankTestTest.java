package dev.amdahl.core.stats.rank;

import static dev.amdahl.core.stats.ReferenceCases.number;
import static dev.amdahl.core.stats.ReferenceCases.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.stats.Alternative;
import dev.amdahl.core.stats.ReferenceCases;
import dev.amdahl.spi.contract.Requires;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class SignedRankTestTest {

    private static final SignedRankTest TEST = SignedRankTest.withDefaults();

    @Test
    void agreesWithReferenceCountsAndProbabilitiesInBothConventionsOfZeros() {
        int counts = 0;
        for (JsonNode reference : ReferenceCases.of("wilcoxon_signed_rank.json")) {
            double[] d = numbers(reference.get("d"));
            for (Zeros zeros : Zeros.values()) {
                JsonNode expected = reference.get("expected").path(zeros.name().toLowerCase(Locale.ROOT));
                for (Alternative side : Alternative.values()) {
                    String suffix = side.name().toLowerCase(Locale.ROOT);
                    String id = reference.get("id").asText() + " " + zeros + " " + side;
                    if (expected.has("p_" + suffix)) {
                        SignedRankResult actual = new SignedRankTest(side, zeros, NullDistribution.EXACT).test(d);
                        assertThat(actual.p())
                                .as(id)
                                .isCloseTo(number(expected.get("p_" + suffix)), Percentage.withPercentage(1e-10));
                        assertThat(actual.nonzero())
                                .isEqualTo(expected.get("n_nonzero").asInt());
                        if (expected.has("num_" + suffix)) {
                            counts++;
                            assertThat(actual.plus()).as(id).isEqualTo(number(expected.get("w_plus")));
                            assertThat(actual.minus()).as(id).isEqualTo(number(expected.get("w_minus")));
                            assertThat(actual.count())
                                    .as(id)
                                    .isEqualTo(new BigInteger(
                                            expected.get("num_" + suffix).asText()));
                        }
                    }
                }
            }
        }
        assertThat(counts).isEqualTo(33 * 6);
    }

    @Test
    void normalApproximationIsThatOfR() {
        int compared = 0;
        for (JsonNode reference : ReferenceCases.of("wilcoxon_signed_rank.json")) {
            double[] d = numbers(reference.get("d"));
            JsonNode expected = reference.get("expected");
            if (expected.has("asymptotic_two_sided_continuity")
                    && !expected.get("asymptotic_two_sided_continuity").isTextual()) {
                compared++;
                assertThat(TEST.with(NullDistribution.NORMAL_CONTINUOUS).test(d).p())
                        .isEqualTo(number(expected.get("asymptotic_two_sided_continuity")), offset(1e-9));
                assertThat(TEST.with(NullDistribution.NORMAL).test(d).p())
                        .isEqualTo(number(expected.get("asymptotic_two_sided_no_continuity")), offset(1e-9));
            }
        }
        assertThat(compared).isEqualTo(32);
    }

    @Test
    void everySignVectorOfTiedRanksIsCounted() {
        double[] d = {1, 1, 2, 2, 2, 3, 0, 0, 4, 4};
        for (Zeros zeros : Zeros.values()) {
            SignedRankTest less = new SignedRankTest(Alternative.LESS, zeros, NullDistribution.EXACT);
            double[] sums = new double[1 << d.length];
            for (int signs = 0; signs < sums.length; signs++) {
                sums[signs] = less.test(flip(d, signs)).plus();
            }
            for (int signs = 0; signs < sums.length; signs += 7) {
                double reached = sums[signs];
                long count = Arrays.stream(sums).filter(sum -> sum <= reached).count();
                assertThat(less.test(flip(d, signs)).p()).isEqualTo(count / 1024.0, within(1e-15));
            }
        }
    }

    @Test
    void oneHundredValuesAreExactToTheLastCount() {
        SplittableRandom random = new SplittableRandom(5);
        double[] d = random.doubles(100).map(u -> u - .4).toArray();
        SignedRankResult result = TEST.test(d);
        double p = result.count().doubleValue() * Math.scalb(1.0, -100);
        assertThat(result.p()).isCloseTo(p, Percentage.withPercentage(1e-11));
    }

    @Test
    void exactAndNormalAgreeAtTheLimit() {
        SplittableRandom random = new SplittableRandom(6);
        double[] d =
                random.doubles(SignedRankTest.EXACT_LIMIT).map(u -> u - .48).toArray();
        SignedRankResult exact = TEST.with(NullDistribution.EXACT).test(d);
        assertThat(exact.isExact()).isTrue();
        assertThat(TEST.with(NullDistribution.NORMAL_CONTINUOUS).test(d).p()).isEqualTo(exact.p(), offset(1e-4));
    }

    @Test
    void moreValuesThanTheLimitAreAnErrorOnlyWhereExactWasAskedFor() {
        double[] d =
                new SplittableRandom(7).doubles(SignedRankTest.EXACT_LIMIT + 1).toArray();
        assertThat(TEST.test(d).isExact()).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TEST.with(NullDistribution.EXACT).test(d))
                .withMessageContaining("1000")
                .withMessageContaining("1001");
        assertThatIllegalStateException().isThrownBy(() -> TEST.test(d).count());
    }

    @Test
    void manyZerosRankedByPrattStayWithinMemory() {
        double[] d = new double[1_000_000];
        Arrays.fill(d, 0, 20, 1.5);
        SignedRankTest pratt = TEST.with(Zeros.PRATT);
        assertThat(pratt.test(d).p()).isCloseTo(Math.scalb(2.0, -20), Percentage.withPercentage(1e-10));
        for (int i = 0; i < 20; i++) {
            d[i] = 1 + i;
        }
        assertThat(pratt.test(d).isExact()).isFalse();
    }

    @Test
    void tenMillionPairsAreTestedByTheNormalApproximation() {
        double[] d = new SplittableRandom(9)
                .doubles(Requires.fullSize() ? 10_000_000 : 100_000)
                .map(u -> u - .5)
                .toArray();
        SignedRankResult result = TEST.test(d);
        assertThat(result.isExact()).isFalse();
        assertThat(result.p()).isBetween(.01, 1.0);
    }

    @Test
    void nothingButZerosSaysNothing() {
        double[] zeros = {0, -0.0, 0};
        for (Alternative side : Alternative.values()) {
            for (NullDistribution source : NullDistribution.values()) {
                assertThat(new SignedRankTest(side, Zeros.PRATT, source)
                                .test(zeros)
                                .p())
                        .isEqualTo(1);
            }
        }
    }

    @Test
    void valuesThatAreNotNumbersAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> TEST.test(new double[0]));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TEST.test(new double[] {1, Double.NaN}))
                .withMessageContaining("d[1]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TEST.test(new double[] {Double.NEGATIVE_INFINITY}))
                .withMessageContaining("d[0]");
    }

    private static double[] flip(double[] d, int signs) {
        double[] flipped = d.clone();
        for (int i = 0; i < d.length; i++) {
            flipped[i] = ((signs >> i) & 1) == 0 ? d[i] : -d[i];
        }
        return flipped;
    }
}
