package dev.amdahl.core.stats;

import static dev.amdahl.core.stats.ReferenceCases.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.internal.stats.SubgroupSums;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

class SignFlipTest {

    private static final Map<Alternative, String> KEYS =
            Map.of(Alternative.GREATER, "greater", Alternative.LESS, "less", Alternative.TWO_SIDED, "two_sided");

    private static double[] noise(int n, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] d = new double[n];
        Arrays.setAll(d, i -> random.nextGaussian());
        return d;
    }

    @Test
    void exactCountsAgreeWithIntegerArithmetic() {
        int compared = 0;
        for (JsonNode reference : ReferenceCases.of("sign_flip_exact.json")) {
            double[] d = numbers(reference.get("d"));
            for (Map.Entry<Alternative, String> key : KEYS.entrySet()) {
                compared++;
                SignFlip.Result result = SignFlip.exact(d, key.getKey());
                assertThat(result.count())
                        .as(reference.get("id").asText() + " " + key)
                        .isEqualTo(Long.parseLong(reference
                                .get("expected")
                                .get("num_" + key.getValue())
                                .asText()));
                assertThat(result.log2Total()).isEqualTo(d.length);
                assertThat(result.exact()).isTrue();
            }
        }
        assertThat(compared).isEqualTo(84);
    }

    @Test
    void latticeAndEnumerationAgreeWhereBothWork() {
        double[] d = noise(20, 4);
        double[] rounded = Arrays.stream(d).map(x -> Math.rint(x * 10) / 10).toArray();
        for (boolean magnitude : new boolean[] {true, false}) {
            assertThat(LatticeCounts.count(rounded, magnitude))
                    .contains(BigInteger.valueOf(
                            SignFlip.exact(rounded, magnitude ? Alternative.TWO_SIDED : Alternative.GREATER)
                                    .count()));
        }
        assertThat(LatticeCounts.count(d, true)).isEmpty();
    }

    @Test
    void countsBeyondALongAgreeWithSumsOfWholeNumbers() {
        for (int n : new int[] {45, 63, 80}) {
            int[] steps = new SplittableRandom(n).ints(n, -120, 150).toArray();
            double[] d = Arrays.stream(steps).mapToDouble(step -> step / 100.0).toArray();
            Map<Integer, BigInteger> sums = new HashMap<>(Map.of(0, BigInteger.ONE));
            for (int step : steps) {
                Map<Integer, BigInteger> next = new HashMap<>();
                sums.forEach((sum, ways) -> {
                    next.merge(sum + step, ways, BigInteger::add);
                    next.merge(sum - step, ways, BigInteger::add);
                });
                sums = next;
            }
            int observed = Arrays.stream(steps).sum();
            Map<Alternative, IntPredicate> reached = Map.of(
                    Alternative.GREATER, sum -> sum >= observed,
                    Alternative.LESS, sum -> sum <= observed,
                    Alternative.TWO_SIDED, sum -> Math.abs(sum) >= Math.abs(observed));
            for (Map.Entry<Alternative, IntPredicate> side : reached.entrySet()) {
                SignFlip.ExactCount actual = SignFlip.exactCount(d, side.getKey());
                BigInteger count = sums.entrySet().stream()
                        .filter(entry -> side.getValue().test(entry.getKey()))
                        .map(Map.Entry::getValue)
                        .reduce(BigInteger.ZERO, BigInteger::add);
                assertThat(actual.count()).as(n + " " + side.getKey()).isEqualTo(count);
                assertThat(actual.p()).isEqualTo(Math.scalb(count.doubleValue(), -n));
            }
        }
    }

    @Test
    void subgroupLiesWithinMonteCarloErrorOfTheExactValue() {
        int compared = 0;
        for (JsonNode reference : ReferenceCases.of("sign_flip_exact.json")) {
            double[] d = numbers(reference.get("d"));
            if (d.length > 17) {
                compared++;
                double p = reference.get("expected").get("p_two_sided").asDouble();
                SignFlip.Result result = SignFlip.subgroup(d, Alternative.TWO_SIDED, 17, 7);
                double tolerance = 4 * Math.sqrt(p * (1 - p) * 0x1p-17) + 0x1p-16;
                assertThat(result.p()).as(reference.get("id").asText()).isEqualTo(p, offset(tolerance));
                assertThat(result.exact()).isFalse();
            }
        }
        assertThat(compared).isEqualTo(12);
    }

    @Test
    void subgroupCountsWhatItsCodesSay() {
        for (int n : new int[] {3, 40, 700}) {
            for (int k : new int[] {3, 9, 12}) {
                double[] d = noise(n, n + k);
                assertThat(SignFlip.subgroup(d, Alternative.TWO_SIDED, k, 5).count())
                        .isEqualTo(counted(d, k, 5, 0));
                assertThat(SignFlip.subgroup(d, Alternative.LESS, k, 5).count()).isEqualTo(counted(d, k, 5, -1));
                assertThat(SignFlip.subgroup(d, Alternative.GREATER, k, 5).count())
                        .isEqualTo(counted(d, k, 5, 1));
            }
        }
    }

    private static long counted(double[] d, int k, long seed, int side) {
        double sum = Arrays.stream(d).sum();
        double tie = 1e-12 * Arrays.stream(d).map(Math::abs).sum();
        int[] codes = SubgroupSums.randomCodes(d.length, k, seed);
        long count = 0;
        for (int x = 0; x < 1 << k; x++) {
            double flipped = 0;
            for (int i = 0; i < d.length; i++) {
                boolean turned = (Integer.bitCount(x & codes[i]) & 1) == 1;
                flipped += turned ? -d[i] : d[i];
            }
            boolean reached = side == 0 ? Math.abs(flipped) >= Math.abs(sum) - tie : side * flipped >= side * sum - tie;
            count += reached ? 1 : 0;
        }
        return count;
    }

    @Test
    void scaleHasNoBoundsAndDoesNotMatter() {
        double[] d = noise(50, 8);
        long count = SignFlip.subgroup(d, Alternative.TWO_SIDED, 12, 1).count();
        for (double scale : new double[] {0x1p-1000, 0x1p900, 0x1p1020}) {
            double[] scaled = Arrays.stream(d).map(x -> x * scale).toArray();
            assertThat(SignFlip.subgroup(scaled, Alternative.TWO_SIDED, 12, 1).count())
                    .isEqualTo(count);
        }
        assertThat(SignFlip.exact(new double[] {Double.MAX_VALUE, Double.MAX_VALUE}, Alternative.TWO_SIDED)
                        .p())
                .isEqualTo(.5);
        assertThat(SignFlip.exact(new double[] {Double.MIN_VALUE, Double.MIN_VALUE}, Alternative.GREATER)
                        .p())
                .isEqualTo(.25);
    }

    @Test
    void allZerosGiveOne() {
        assertThat(SignFlip.test(new double[8], Alternative.TWO_SIDED, 1).p()).isEqualTo(1);
        assertThat(SignFlip.test(new double[50], Alternative.LESS, 1).p()).isEqualTo(1);
    }

    @Test
    void valuesOfOneSizeAreTiesWhateverTheirLastBits() {
        double[] d = new double[1000];
        Arrays.fill(d, 0, 520, .1);
        Arrays.fill(d, 520, 1000, -.1);
        double[] whole = Arrays.stream(d).map(x -> x * 10).toArray();
        assertThat(SignFlip.test(d, Alternative.TWO_SIDED, 1).count())
                .isEqualTo(SignFlip.test(whole, Alternative.TWO_SIDED, 1).count());
    }

    @Test
    void smallProbabilitiesAreLookedAtMoreClosely() {
        double[] shifted = Arrays.stream(noise(60, 1)).map(x -> x + 1).toArray();
        assertThat(SignFlip.test(shifted, Alternative.TWO_SIDED, 1).log2Total()).isEqualTo(20);
        assertThat(SignFlip.test(noise(60, 1), Alternative.TWO_SIDED, 1).log2Total())
                .isEqualTo(17);
    }

    @Test
    void enumerationRefusesWhatItCannotFinish() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SignFlip.exact(noise(45, 1), Alternative.LESS))
                .withMessageContaining("45");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SignFlip.exact(new double[63], Alternative.LESS))
                .withMessageContaining("63");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SignFlip.exactCount(new double[257], Alternative.LESS))
                .withMessageContaining("257");
    }

    @Test
    void badInputIsRefusedByNameAndPlace() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SignFlip.test(new double[] {1, Double.NaN}, Alternative.LESS, 1))
                .withMessageContaining("d[1]");
        assertThatIllegalArgumentException().isThrownBy(() -> SignFlip.test(new double[0], Alternative.LESS, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SignFlip.subgroup(new double[] {1}, Alternative.LESS, 25, 1))
                .withMessageContaining("25");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SignFlip.interval(new double[] {1}, 1, 10, 1))
                .withMessageContaining("confidence");
    }
}
