package dev.amdahl.core.stats.online;

import static dev.amdahl.core.stats.ReferenceCases.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.stats.ReferenceCases;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LordPlusPlusTest {
    private static final LordPlusPlus FDR = LordPlusPlus.DEFAULT;

    /** The first wealth of the reference file (R onlineFDR 2.19.1). */
    private static LordPlusPlus reference(double alpha) {
        return new LordPlusPlus(alpha, alpha / 10);
    }

    @Test
    void synchronousStreamsAgreeWithTheReference() {
        int compared = 0;
        for (JsonNode reference : ReferenceCases.of("online_fdr.json")) {
            double[] p = numbers(reference.get("p"));
            List<TestOutcome> stream = new ArrayList<>();
            for (int i = 0; i < p.length; i++) {
                stream.add(new TestOutcome(2L * i, 2L * i + 1, p[i]));
            }
            JsonNode expected = reference.get("expected").get("LORDpp");
            double[] expectedLevels = numbers(expected.get("alpha_t"));
            double[] levels = reference(reference.get("alpha").asDouble()).levels(stream);
            for (int i = 0; i < p.length; i++) {
                compared++;
                assertThat(levels[i])
                        .as(reference.get("id") + " test " + i)
                        .isEqualTo(expectedLevels[i], within(1e-10 * expectedLevels[i]));
            }
            assertThat(IntStream.range(0, p.length)
                            .filter(i -> p[i] <= levels[i])
                            .map(i -> i + 1)
                            .toArray())
                    .isEqualTo(ReferenceCases.list(expected.get("rejected")).stream()
                            .mapToInt(JsonNode::asInt)
                            .toArray());
        }
        assertThat(compared).isEqualTo(460);
    }

    @Test
    void levelsRestOnEarlierDecisionsOnly() {
        List<TestOutcome> history = history(300, 40, .3, 1);
        double[] levels = FDR.levels(history);
        int checked = 0;
        for (int t = 0; t < history.size(); t += 7) {
            long now = history.get(t).submitted();
            List<TestOutcome> known = new ArrayList<>();
            for (TestOutcome test : history.subList(0, t)) {
                known.add(test.decided() < now ? test : TestOutcome.open(test.submitted()));
            }
            assertThat(FDR.nextLevel(known, now)).isEqualTo(levels[t]);
            assertThat(FDR.nextLevel(history.subList(0, t), now)).isEqualTo(levels[t]);
            checked++;
        }
        assertThat(checked).isGreaterThan(40);
    }

    @Test
    void shuffledHistoryReplaysToTheSameLevels() {
        List<TestOutcome> history = history(400, 25, .4, 2);
        List<TestOutcome> shuffled = new ArrayList<>(history);
        Collections.shuffle(shuffled, new Random(3));
        assertThat(FDR.levels(shuffled)).isEqualTo(FDR.levels(history));
    }

    @Test
    void rejectionRaisesTheLevelsOfTestsSubmittedAfterItsDecision() {
        List<TestOutcome> open = List.of(TestOutcome.open(1), TestOutcome.open(2), TestOutcome.open(3));
        List<TestOutcome> decided =
                List.of(new TestOutcome(1, 10, 1e-9), new TestOutcome(2, 11, 1e-9), TestOutcome.open(3));
        assertThat(FDR.nextLevel(decided, 10)).isEqualTo(FDR.nextLevel(open, 10));
        assertThat(FDR.nextLevel(decided, 12)).isGreaterThan(FDR.nextLevel(open, 12));
    }

    @Test
    void testThatWasWithdrawnIsSpentForGood() {
        List<TestOutcome> without = List.of(new TestOutcome(1, 2, .7));
        List<TestOutcome> with = List.of(new TestOutcome(1, 2, .7), TestOutcome.spent(5));
        assertThat(FDR.nextLevel(with, 1000)).isLessThan(FDR.nextLevel(without, 1000));
    }

    /** What the proofs need: the sum of the levels never exceed α times the known rejections, whatever is decided when. */
    @Test
    void estimateOfTheFalseDiscoveryProportionNeverExceedsAlpha() {
        int looks = 0;
        for (int seed = 0; seed < 30; seed++) {
            List<TestOutcome> history = history(150, 1 + 4 * seed, .3, seed);
            looks += requireEstimate(history);
        }
        assertThat(looks).isEqualTo(30 * 150);
    }

    private static int requireEstimate(List<TestOutcome> history) {
        double[] levels = FDR.levels(history);
        for (int t = 0; t < levels.length; t++) {
            long now = history.get(t).submitted();
            double spent = 0;
            int rejections = 0;
            for (int i = 0; i <= t; i++) {
                TestOutcome test = history.get(i);
                boolean known = test.decided() < now;
                spent += levels[i];
                rejections += known && test.p() <= levels[i] ? 1 : 0;
            }
            assertThat(spent).isLessThanOrEqualTo(FDR.alpha() * Math.max(1, rejections) * (1 + 1e-6));
        }
        return levels.length;
    }

    /** The published sums written out test by test, without any running count. */
    @Test
    void delayedLevelsAreThePublishedSums() {
        int compared = 0;
        for (int seed = 0; seed < 5; seed++) {
            List<TestOutcome> history = history(120, 30, .4, seed);
            double[] levels = FDR.levels(history);
            for (int t = 0; t < history.size(); t++) {
                assertThat(levels[t]).isEqualTo(published(history, levels, t), within(1e-12));
                compared++;
            }
        }
        assertThat(compared).isEqualTo(600);
    }

    private static double published(List<TestOutcome> history, double[] levels, int t) {
        long now = history.get(t).submitted();
        List<Long> decisions = new ArrayList<>();
        for (int i = 0; i < t; i++) {
            TestOutcome test = history.get(i);
            if (test.decided() < now && test.p() <= levels[i]) {
                decisions.add(test.decided());
            }
        }
        Collections.sort(decisions);
        double sum = .025 * weight(1 + t);
        for (int j = 0; j < decisions.size(); j++) {
            long decided = decisions.get(j);
            int from = (int)
                    history.stream().filter(test -> test.submitted() <= decided).count();
            sum += (j == 0 ? .025 : .05) * weight(1 + t - from);
        }
        return sum;
    }

    private static double weight(int j) {
        return 0.07720838 * Math.log(Math.max(j, 2)) / (j * Math.exp(Math.sqrt(Math.log(j))));
    }

    @Test
    void falseDiscoveryRateHoldsWithDelaysAndManyRealEffects() {
        for (double real : new double[] {.2, .5}) {
            for (int delay : new int[] {1, 30}) {
                Simulated result = simulate(FDR, 300, 200, real, delay, 0);
                assertThat(result.fdr() - 3 * result.standardError())
                        .as(FDR + " at " + real + ", delay " + delay)
                        .isLessThan(.05);
                assertThat(result.power()).isGreaterThan(.15);
            }
        }
    }

    @Test
    void evidenceIsRejectedFromTheInverseOfItsLevelOn() {
        double first = FDR.nextLevel(List.of(), 1);
        assertThat(first).isEqualTo(.025 * 0.07720838 * Math.log(2), within(1e-15));
        double after = FDR.nextLevel(List.of(TestOutcome.ofEvidence(1, 2, 1.0001 / first)), 3);
        double missed = FDR.nextLevel(List.of(TestOutcome.ofEvidence(1, 2, .9999 / first)), 3);
        assertThat(after).isGreaterThan(1.5 * missed);
        assertThat(TestOutcome.ofEvidence(1, 2, Double.POSITIVE_INFINITY).p()).isZero();
        assertThat(TestOutcome.ofEvidence(1, 2, 0).p()).isEqualTo(1);
    }

    @Test
    void rejectionAtZeroSpendsItsTestAsAnyOther() {
        double[] tiny = {1e-9, .3, 1e-9, 1e-9, .3};
        double[] zero = {0, .3, 0, 0, .3};
        assertThat(FDR.levels(stream(zero))).isEqualTo(FDR.levels(stream(tiny)));
    }

    private static List<TestOutcome> stream(double... p) {
        return IntStream.range(0, p.length)
                .mapToObj(i -> new TestOutcome(2L * i, 2L * i + 1, p[i]))
                .toList();
    }

    @Test
    void badInputIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LordPlusPlus.DEFAULT.levels(List.of(TestOutcome.open(1), TestOutcome.open(1))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LordPlusPlus.DEFAULT.nextLevel(List.of(TestOutcome.open(4)), 4));
        assertThatIllegalArgumentException().isThrownBy(() -> new TestOutcome(1, 2, Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> TestOutcome.ofEvidence(1, 2, Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> new LordPlusPlus(.05, .05));
        OnlineStream stream = FDR.start();
        stream.submit();
        stream.decide(0, .5);
        assertThatIllegalArgumentException().isThrownBy(() -> stream.decide(0, .5));
        assertThatIllegalArgumentException().isThrownBy(() -> stream.decide(1, .5));
    }

    private record Simulated(double fdr, double standardError, double power) {}

    /** Gaussian tests of which a share is real (mean 3.5); null z-values are shifted down by the conservative amount. */
    private static Simulated simulate(
            LordPlusPlus fdr, int runs, int tests, double real, int delay, double conservative) {
        double sum = 0;
        double squares = 0;
        double power = 0;
        for (int run = 0; run < runs; run++) {
            SplittableRandom random = new SplittableRandom(1000 + run);
            OnlineStream stream = fdr.start();
            boolean[] isReal = new boolean[tests];
            double[] p = new double[tests];
            int[] due = new int[tests];
            int rejected = 0;
            int wrong = 0;
            int reals = 0;
            for (int t = 0; t < tests + delay; t++) {
                for (int i = Math.max(0, t - delay); i < Math.min(t, tests); i++) {
                    if (due[i] == t && stream.decide(i, p[i])) {
                        rejected++;
                        wrong += isReal[i] ? 0 : 1;
                    }
                }
                if (t < tests) {
                    stream.submit();
                    isReal[t] = random.nextDouble() < real;
                    reals += isReal[t] ? 1 : 0;
                    p[t] = upperTail(gaussian(random) + (isReal[t] ? 3.5 : -conservative));
                    due[t] = t + 1 + random.nextInt(delay);
                }
            }
            double proportion = (double) wrong / Math.max(1, rejected);
            sum += proportion;
            squares += proportion * proportion;
            power += (double) (rejected - wrong) / Math.max(1, reals);
        }
        double mean = sum / runs;
        return new Simulated(mean, Math.sqrt((squares / runs - mean * mean) / runs), power / runs);
    }

    /** Tests that are decided up to so many submissions later; some never. */
    private static List<TestOutcome> history(int tests, int delay, double real, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<TestOutcome> history = new ArrayList<>();
        for (int t = 0; t < tests; t++) {
            long submitted = 10L * t;
            double p = random.nextDouble() < real ? 1e-4 * random.nextDouble() : random.nextDouble();
            history.add(
                    random.nextInt(20) == 0
                            ? TestOutcome.open(submitted)
                            : new TestOutcome(submitted, submitted + 1 + random.nextLong(10L * delay), p));
        }
        return history;
    }

    private static double gaussian(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }

    /** Abramowitz and Stegun 7.1.26, absolute error below 1e-7, and below by the asymptotic ratio in the far tail. */
    private static double upperTail(double z) {
        if (z < 0) {
            return 1 - upperTail(-z);
        }
        double density = Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
        double fraction = z;
        for (int k = 60; k > 0; k--) {
            fraction = z + k / fraction;
        }
        return z < 1 ? series(z) : density / fraction;
    }

    private static double series(double z) {
        double term = z;
        double sum = z;
        for (int k = 1; k < 40; k++) {
            term *= z * z / (2 * k + 1);
            sum += term;
        }
        return .5 - sum * Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
    }
}
