package dev.amdahl.gpu.internal.bilinear.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SharedSumsTest {
    @Test
    void whatTwoSumsHaveInCommonIsAddedOnce() {
        SharedSums shared = SharedSums.of(List.of(new int[] {1, 1, 1}, new int[] {-1, -1, 0}, new int[] {1, -1, 1}));
        assertThat(SharedSums.plain(List.of(new int[] {1, 1, 1}, new int[] {-1, -1, 0}))
                        .additions())
                .isEqualTo(3);
        assertThat(shared.pairs()).hasSize(1);
        assertThat(shared.additions()).isEqualTo(4);
    }

    @Test
    void theSumsStayWhatTheyWere() {
        Random random = new Random(1);
        for (int round = 0; round < 50; round++) {
            List<int[]> weights = random.ints(8, 1, 9)
                    .mapToObj(i -> random.ints(9, -1, 2 + random.nextInt(2)).toArray())
                    .toList();
            SharedSums shared = SharedSums.of(weights);
            int[] x = random.ints(9, -9, 10).toArray();
            assertThat(sums(shared, x)).isEqualTo(sums(SharedSums.plain(weights), x));
            assertThat(shared.additions())
                    .isLessThanOrEqualTo(SharedSums.plain(weights).additions());
        }
    }

    private static int[] sums(SharedSums sums, int[] inputs) {
        int[] terms = Arrays.copyOf(inputs, inputs.length + sums.pairs().size());
        for (int k = 0; k < sums.pairs().size(); k++) {
            int[] pair = sums.pairs().get(k);
            terms[inputs.length + k] = terms[pair[0]] + pair[2] * terms[pair[1]];
        }
        return sums.weights().stream()
                .mapToInt(sum -> {
                    int total = 0;
                    for (int i = 0; i < sum.length; i++) {
                        total += sum[i] * terms[i];
                    }
                    return total;
                })
                .toArray();
    }
}
