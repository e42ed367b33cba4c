package dev.amdahl.profilers.internal.kineto.hta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orders of keys that tie, against NumPy's argsort with its vector instructions off (2.4.6, the same as 1.24's scalar one). */
final class TieOrderTest {
    @ParameterizedTest
    @CsvSource({
        "16, 73284966, -1917157222",
        "17, -110434586, -291178202",
        "100, 1293197680, 1914027856",
        "5000, 1498678266, 320847606"
    })
    void keysThatTieAreOrderedAsNumpyOrdersThem(int n, int ascending, int descending) {
        double[] keys = IntStream.range(0, n).mapToDouble(i -> i * 7919 % 101).toArray();
        assertThat(hash(TieOrder.ascending(keys))).isEqualTo(ascending);
        assertThat(hash(TieOrder.descending(keys))).isEqualTo(descending);
    }

    /** The sequence of Musser, Introspective sorting, 1997: it drives the median of three to a quadratic course. */
    @Test
    void beyondTheDepthHeapSortTakesOver() {
        int n = 4000;
        double[] keys = new double[n];
        for (int i = 1; i <= n / 2; i++) {
            if (i % 2 == 1) {
                keys[i - 1] = i;
                keys[i] = n / 2 + i;
            }
            keys[n / 2 + i - 1] = 2 * i;
        }
        assertThat(hash(TieOrder.ascending(
                        Arrays.stream(keys).map(key -> Math.floor(key / 3)).toArray())))
                .isEqualTo(-1644462768);
    }

    @Test
    void noKeysHaveNoOrder() {
        assertThat(TieOrder.ascending(new double[0])).isEmpty();
        assertThat(TieOrder.descending(new double[] {1})).containsExactly(0);
    }

    private static int hash(int[] order) {
        return Arrays.stream(order).reduce(0, (hash, index) -> 31 * hash + index);
    }
}
