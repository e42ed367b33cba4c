package dev.amdahl.core.stats.resample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.amdahl.core.stats.Alternative;
import dev.amdahl.core.stats.SignFlip;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JointSignFlipTest {

    private static double[][] metrics(int metrics, int n, double effect, SplittableRandom random) {
        double[][] d = new double[metrics][n];
        for (int i = 0; i < n; i++) {
            double common = random.nextGaussian();
            for (int metric = 0; metric < metrics; metric++) {
                d[metric][i] = (effect * metric + common + random.nextGaussian()) * Math.pow(10, metric);
            }
        }
        return d;
    }

    @Test
    void eachMetricHasItsOwnSignFlipResult() {
        double[][] d = metrics(5, 60, .1, new SplittableRandom(2));
        for (Alternative alternative : Alternative.values()) {
            List<JointSignFlip.MetricResult> results = JointSignFlip.test(d, alternative, 12, 4);
            for (int metric = 0; metric < d.length; metric++) {
                SignFlip.Result alone = SignFlip.subgroup(d[metric], alternative, 12, 4);
                assertThat(results.get(metric).count()).isEqualTo(alone.count());
                assertThat(Math.signum(results.get(metric).statistic())).isEqualTo(Math.signum(alone.statistic()));
            }
        }
    }

    @Test
    void adjustedCountsAgreeWithTheStepDownDefinition() {
        for (long seed = 0; seed < 5; seed++) {
            double[][] d = metrics(4, 8, .3, new SplittableRandom(seed));
            for (Alternative alternative : Alternative.values()) {
                assertThat(JointSignFlip.test(d, alternative, 10, 1).stream()
                                .mapToLong(JointSignFlip.MetricResult::adjustedCount))
                        .containsExactly(adjusted(d, alternative));
            }
        }
    }

    /** Westfall and Young word by word: successive maxima from the last of the order, then monotone. */
    private static Long[] adjusted(double[][] d, Alternative alternative) {
        int m = d.length;
        int n = d[0].length;
        Integer[] order = IntStream.range(0, m)
                .boxed()
                .sorted(Comparator.comparingDouble(metric -> -statistic(d[metric], 0, alternative)))
                .toArray(Integer[]::new);
        Long[] counts = new Long[m];
        Arrays.fill(counts, 0L);
        for (int x = 0; x < 1 << n; x++) {
            double maximum = Double.NEGATIVE_INFINITY;
            for (int j = m - 1; j >= 0; j--) {
                maximum = Math.max(maximum, statistic(d[order[j]], x, alternative));
                counts[order[j]] += maximum >= statistic(d[order[j]], 0, alternative) - 1e-12 ? 1 : 0;
            }
        }
        for (int j = 1; j < m; j++) {
            counts[order[j]] = Math.max(counts[order[j]], counts[order[j - 1]]);
        }
        return counts;
    }

    private static double statistic(double[] d, int turned, Alternative alternative) {
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < d.length; i++) {
            sum += (turned >> i & 1) == 0 ? d[i] : -d[i];
            squares += d[i] * d[i];
        }
        double statistic = sum / Math.sqrt(squares);
        return switch (alternative) {
            case TWO_SIDED -> Math.abs(statistic);
            case GREATER -> statistic;
            case LESS -> -statistic;
        };
    }

    @Test
    void anyFalseRejectionAmongTwentyMetricsStaysAtTheLevel() {
        SplittableRandom random = new SplittableRandom(11);
        int draws = 2000;
        int rejected = 0;
        int unadjusted = 0;
        for (int draw = 0; draw < draws; draw++) {
            List<JointSignFlip.MetricResult> results =
                    JointSignFlip.test(metrics(20, 30, 0, random), Alternative.TWO_SIDED, 9, draw);
            rejected += results.stream().anyMatch(result -> result.adjustedP() <= .05) ? 1 : 0;
            unadjusted += results.stream().anyMatch(result -> result.p() <= .05) ? 1 : 0;
        }
        assertThat(rejected / (double) draws).isBetween(.03, .065);
        assertThat(unadjusted).isGreaterThan(4 * rejected);
    }

    @Test
    void metricWithoutAnyDifferenceHasNothingToSay() {
        double[][] d = {new double[40], metrics(1, 40, 0, new SplittableRandom(1))[0]};
        JointSignFlip.MetricResult still =
                JointSignFlip.test(d, Alternative.TWO_SIDED, 10, 1).get(0);
        assertThat(still.statistic()).isZero();
        assertThat(still.p()).isEqualTo(1);
        assertThat(still.adjustedP()).isEqualTo(1);
    }

    @Test
    void missingValueOrPairIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        JointSignFlip.test(new double[][] {{1, 2}, {1, Double.NaN}}, Alternative.TWO_SIDED, 10, 1))
                .withMessageContaining("metric 1[1]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JointSignFlip.test(new double[][] {{1, 2}, {1}}, Alternative.TWO_SIDED, 10, 1))
                .withMessageContaining("metric 1 has 1 pairs");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JointSignFlip.test(new double[0][], Alternative.TWO_SIDED, 10, 1));
    }
}
