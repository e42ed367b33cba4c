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
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OnlineFdrTest {

    /** The procedures with the parameters of the reference file (R onlineFDR 2.19.1). */
    private static final Map<String, DoubleFunction<OnlineFdr>> REFERENCE = Map.of(
            "LORDpp", alpha -> new LordPlusPlus(alpha, alpha / 10),
            "SAFFRON", alpha -> new Saffron(alpha, alpha / 2, .5),
            "ADDIS", alpha -> new Addis(alpha, alpha / 2, .25, .5),
            "LOND", alpha -> new Lond(alpha, Lond.Dependence.INDEPENDENT),
            "alpha_spending_1_over_t2", AlphaSpending::new,
            "LOND_dep", alpha -> new Lond(alpha, Lond.Dependence.ARBITRARY));

    static List<OnlineFdr> procedures() {
        return List.of(
                LordPlusPlus.DEFAULT,
                Saffron.DEFAULT,
                Addis.DEFAULT,
                new Lond(.05, Lond.Dependence.INDEPENDENT),
                new Lond(.05, Lond.Dependence.POSITIVE),
                new Lond(.05, Lond.Dependence.ARBITRARY),
                new ELond(.05));
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
            for (Map.Entry<String, DoubleFunction<OnlineFdr>> procedure : REFERENCE.entrySet()) {
                JsonNode expected = reference.get("expected").get(procedure.getKey());
                double[] expectedLevels = numbers(expected.get("alpha_t"));
                double[] levels = procedure
                        .getValue()
                        .apply(reference.get("alpha").asDouble())
                        .levels(stream);
                for (int i = 0; i < p.length; i++) {
                    compared++;
                    assertThat(levels[i])
                            .as(procedure.getKey() + " " + reference.get("id") + " test " + i)
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
        }
        assertThat(compared).isEqualTo(6 * 460);
    }

    @ParameterizedTest
    @MethodSource("procedures")
    void levelsRestOnEarlierDecisionsOnly(OnlineFdr fdr) {
        List<TestOutcome> history = history(300, 40, .3, 1);
        double[] levels = fdr.levels(history);
        int checked = 0;
        for (int t = 0; t < history.size(); t += 7) {
            long now = history.get(t).submitted();
            List<TestOutcome> known = new ArrayList<>();
            for (TestOutcome test : history.subList(0, t)) {
                known.add(test.decided() < now ? test : TestOutcome.open(test.submitted()));
            }
            assertThat(fdr.nextLevel(known, now)).isEqualTo(levels[t]);
            assertThat(fdr.nextLevel(history.subList(0, t), now)).isEqualTo(levels[t]);
            checked++;
        }
        assertThat(checked).isGreaterThan(40);
    }

    @ParameterizedTest
    @MethodSource("procedures")
    void shuffledHistoryReplaysToTheSameLevels(OnlineFdr fdr) {
        List<TestOutcome> history = history(400, 25, .4, 2);
        List<TestOutcome> shuffled = new ArrayList<>(history);
        Collections.shuffle(shuffled, new Random(3));
        assertThat(fdr.levels(shuffled)).isEqualTo(fdr.levels(history));
    }

    @ParameterizedTest
    @MethodSource("procedures")
    void rejectionRaisesTheLevelsOfTestsSubmittedAfterItsDecision(OnlineFdr fdr) {
        List<TestOutcome> open = List.of(TestOutcome.open(1), TestOutcome.open(2), TestOutcome.open(3));
        List<TestOutcome> decided =
                List.of(new TestOutcome(1, 10, 1e-9), new TestOutcome(2, 11, 1e-9), TestOutcome.open(3));
        assertThat(fdr.nextLevel(decided, 10)).isEqualTo(fdr.nextLevel(open, 10));
        assertThat(fdr.nextLevel(decided, 12)).isGreaterThan(fdr.nextLevel(open, 12));
    }

    @ParameterizedTest
    @MethodSource("procedures")
    void testThatWasWithdrawnIsSpentForGood(OnlineFdr fdr) {
        List<TestOutcome> without = List.of(new TestOutcome(1, 2, .7));
        List<TestOutcome> with = List.of(new TestOutcome(1, 2, .7), TestOutcome.spent(5));
        assertThat(fdr.nextLevel(with, 1000)).isLessThan(fdr.nextLevel(without, 1000));
    }

    @Test
    void openCandidatesAndOpenDiscardsCountAsSpentUntilTheyAreDecided() {
        for (OnlineFdr fdr : List.of(Saffron.DEFAULT, Addis.DEFAULT)) {
            double fresh = fdr.nextLevel(List.of(), 9);
            assertThat(fdr.nextLevel(List.of(TestOutcome.open(1)), 9)).isLessThan(fresh);
            assertThat(fdr.nextLevel(List.of(new TestOutcome(1, 9, .2)), 9)).isLessThan(fresh);
            assertThat(fdr.nextLevel(List.of(new TestOutcome(1, 8, .2)), 9)).isEqualTo(fresh);
        }
        assertThat(Addis.DEFAULT.nextLevel(List.of(new TestOutcome(1, 8, .9)), 9))
                .isEqualTo(Addis.DEFAULT.nextLevel(List.of(), 9));
        assertThat(Saffron.DEFAULT.nextLevel(List.of(new TestOutcome(1, 8, .9)), 9))
                .isLessThan(Saffron.DEFAULT.nextLevel(List.of(), 9));
    }

    /** What the proofs need: spent levels over (τ - λ) never exceed α times the known rejections, whatever is decided when. */
    @Test
    void estimateOfTheFalseDiscoveryProportionNeverExceedsAlpha() {
        int looks = 0;
        for (int seed = 0; seed < 30; seed++) {
            List<TestOutcome> history = history(150, 1 + 4 * seed, .3, seed);
            looks += requireEstimate(LordPlusPlus.DEFAULT, 0, 1, history);
            looks += requireEstimate(Saffron.DEFAULT, .5, 1, history);
            looks += requireEstimate(Addis.DEFAULT, .25, .5, history);
        }
        assertThat(looks).isEqualTo(3 * 30 * 150);
    }

    private static int requireEstimate(OnlineFdr fdr, double lambda, double tau, List<TestOutcome> history) {
        double[] levels = fdr.levels(history);
        for (int t = 0; t < levels.length; t++) {
            long now = history.get(t).submitted();
            double spent = 0;
            int rejections = 0;
            for (int i = 0; i <= t; i++) {
                TestOutcome test = history.get(i);
                boolean known = test.decided() < now;
                spent += known && (test.p() <= lambda || test.p() > tau) ? 0 : levels[i] / (tau - lambda);
                rejections += known && test.p() <= levels[i] ? 1 : 0;
            }
            assertThat(spent).isLessThanOrEqualTo(fdr.alpha() * Math.max(1, rejections) * (1 + 1e-6));
        }
        return levels.length;
    }

    /** The published sums written out test by test, without any running count. */
    @Test
    void delayedLevelsAreThePublishedSums() {
        int compared = 0;
        for (int seed = 0; seed < 5; seed++) {
            List<TestOutcome> history = history(120, 30, .4, seed);
            double[] saffron = Saffron.DEFAULT.levels(history);
            double[] addis = Addis.DEFAULT.levels(history);
            for (int t = 0; t < history.size(); t++) {
                assertThat(saffron[t]).isEqualTo(published(history, saffron, t, .5, 1), within(1e-12));
                assertThat(addis[t]).isEqualTo(published(history, addis, t, .25, .5), within(1e-12));
                compared++;
            }
        }
        assertThat(compared).isEqualTo(600);
    }

    private static double published(List<TestOutcome> history, double[] levels, int t, double lambda, double tau) {
        long now = history.get(t).submitted();
        List<Long> decisions = new ArrayList<>();
        for (int i = 0; i < t; i++) {
            TestOutcome test = history.get(i);
            if (test.decided() < now && test.p() <= levels[i]) {
                decisions.add(test.decided());
            }
        }
        Collections.sort(decisions);
        double sum = .025 * weight(history, 0, t, lambda, tau);
        for (int j = 0; j < decisions.size(); j++) {
            long decided = decisions.get(j);
            int from = (int)
                    history.stream().filter(test -> test.submitted() <= decided).count();
            sum += (j == 0 ? .025 : .05) * weight(history, from, t, lambda, tau);
        }
        return Math.min(lambda, (tau - lambda) * sum);
    }

    private static double weight(List<TestOutcome> history, int from, int t, double lambda, double tau) {
        long now = history.get(t).submitted();
        long counted = history.subList(from, t).stream()
                .filter(test -> test.decided() >= now || (test.p() > lambda && test.p() <= tau))
                .count();
        return 0.4374901658 / Math.pow(counted + 1.0, 1.6);
    }

    /** All nulls have E = 1/q together with probability q, else 0, so that they are rejected together or not at all. */
    @Test
    void evidenceKeepsTheRateUnderArbitraryDependence() {
        int runs = 10_000;
        double q = .0009;
        double sum = 0;
        double squares = 0;
        for (int run = 0; run < runs; run++) {
            SplittableRandom random = new SplittableRandom(run);
            double shared = random.nextDouble() < q ? q : 1;
            OnlineStream stream = new ELond(.05).start();
            int wrong = 0;
            int rejected = 0;
            for (int t = 0; t < 40; t++) {
                boolean real = t % 2 == 0;
                double p = real ? Math.min(1, Math.exp(12.5 - 5 * (gaussian(random) + 5))) : shared;
                stream.submit();
                if (stream.decide(t, p)) {
                    rejected++;
                    wrong += real ? 0 : 1;
                }
            }
            double proportion = (double) wrong / Math.max(1, rejected);
            sum += proportion;
            squares += proportion * proportion;
        }
        double mean = sum / runs;
        assertThat(mean).isPositive();
        assertThat(mean - 3 * Math.sqrt((squares / runs - mean * mean) / runs)).isLessThan(.05);
    }

    @ParameterizedTest
    @MethodSource("procedures")
    void falseDiscoveryRateHoldsWithDelaysAndManyRealEffects(OnlineFdr fdr) {
        for (double real : new double[] {.2, .5}) {
            for (int delay : new int[] {1, 30}) {
                Simulated result = simulate(fdr, 300, 200, real, delay, 0);
                assertThat(result.fdr() - 3 * result.standardError())
                        .as(fdr + " at " + real + ", delay " + delay)
                        .isLessThan(.05);
                assertThat(result.power()).isGreaterThan(.15);
            }
        }
    }

    @Test
    void addisFindsMoreThanLordPlusPlusWhereNullsAreConservative() {
        double addis = simulate(Addis.DEFAULT, 100, 400, .2, 10, 2).power();
        double lord = simulate(LordPlusPlus.DEFAULT, 100, 400, .2, 10, 2).power();
        assertThat(addis).isGreaterThan(lord + .1);
    }

    @Test
    void saffronFindsMoreThanLordPlusPlusWhereHalfIsReal() {
        double saffron = simulate(Saffron.DEFAULT, 100, 400, .5, 10, 0).power();
        double lord = simulate(LordPlusPlus.DEFAULT, 100, 400, .5, 10, 0).power();
        assertThat(saffron).isGreaterThan(lord + .1);
    }

    @Test
    void evidenceIsRejectedFromTheInverseOfItsLevelOn() {
        double first = new ELond(.05).nextLevel(List.of(), 1);
        assertThat(first).isEqualTo(.05 * 0.07720838 * Math.log(2), within(1e-15));
        double after = new ELond(.05).nextLevel(List.of(TestOutcome.ofEvidence(1, 2, 1.0001 / first)), 3);
        double missed = new ELond(.05).nextLevel(List.of(TestOutcome.ofEvidence(1, 2, .9999 / first)), 3);
        assertThat(after).isEqualTo(2 * missed, within(1e-15));
        assertThat(TestOutcome.ofEvidence(1, 2, Double.POSITIVE_INFINITY).p()).isZero();
        assertThat(TestOutcome.ofEvidence(1, 2, 0).p()).isEqualTo(1);
    }

    @Test
    void rejectionAtZeroSpendsItsTestAsAnyOther() {
        double[] tiny = {1e-9, .3, 1e-9, 1e-9, .3};
        double[] zero = {0, .3, 0, 0, .3};
        for (OnlineFdr fdr : procedures()) {
            assertThat(fdr.levels(stream(zero))).as(fdr.toString()).isEqualTo(fdr.levels(stream(tiny)));
        }
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
        assertThatIllegalArgumentException().isThrownBy(() -> new Addis(.05, .025, .5, .5));
        assertThatIllegalArgumentException().isThrownBy(() -> new Saffron(.05, .05, .5));
        OnlineStream stream = Saffron.DEFAULT.start();
        stream.submit();
        stream.decide(0, .5);
        assertThatIllegalArgumentException().isThrownBy(() -> stream.decide(0, .5));
        assertThatIllegalArgumentException().isThrownBy(() -> stream.decide(1, .5));
    }

    private record Simulated(double fdr, double standardError, double power) {}

    /** Gaussian tests of which a share is real (mean 3.5); null z-values are shifted down by the conservative amount. */
    private static Simulated simulate(OnlineFdr fdr, int runs, int tests, double real, int delay, double conservative) {
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
