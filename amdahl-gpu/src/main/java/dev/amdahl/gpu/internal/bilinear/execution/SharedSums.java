package dev.amdahl.gpu.internal.bilinear.execution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sums in which what several need is added once: the pair of terms that most have in common becomes a term of its own, as long as two have
 * one. Greedy, so not always the fewest. Immutable.
 *
 * @param pairs {@code {first, second, sign}}: the first term plus or minus the second. Terms are the inputs, then the pairs before.
 * @param weights by sum, over the inputs and then the pairs
 */
record SharedSums(List<int[]> pairs, List<int[]> weights) {

    /** Returns the sums as they are. */
    static SharedSums plain(List<int[]> weights) {
        return new SharedSums(List.of(), weights);
    }

    /** Returns the same sums in fewer additions. */
    static SharedSums of(List<int[]> weights) {
        int inputs = weights.get(0).length;
        int[][] sums = weights.stream()
                .map(sum -> Arrays.copyOf(sum, inputs + additions(List.of(), weights)))
                .toArray(int[][]::new);
        List<int[]> pairs = new ArrayList<>();
        for (int[] pair = commonest(sums, inputs); pair.length > 0; pair = commonest(sums, inputs + pairs.size())) {
            for (int[] sum : sums) {
                if (sum[pair[0]] != 0 && sum[pair[1]] == pair[2] * sum[pair[0]]) {
                    sum[inputs + pairs.size()] = sum[pair[0]];
                    sum[pair[0]] = 0;
                    sum[pair[1]] = 0;
                }
            }
            pairs.add(pair);
        }
        return new SharedSums(
                pairs,
                Arrays.stream(sums)
                        .map(sum -> Arrays.copyOf(sum, inputs + pairs.size()))
                        .toList());
    }

    /** Returns the pair that most sums hold; empty if none is held twice. */
    private static int[] commonest(int[][] sums, int terms) {
        int[][][] counts = new int[terms][terms][2];
        int most = 1;
        int[] found = {};
        for (int[] sum : sums) {
            int[] taken = Combination.taken(sum);
            for (int i = 0; i < taken.length; i++) {
                for (int j = i + 1; j < taken.length; j++) {
                    int first = taken[i];
                    int second = taken[j];
                    boolean isMinus = sum[first] == -sum[second];
                    if ((isMinus || sum[first] == sum[second]) && ++counts[first][second][isMinus ? 1 : 0] > most) {
                        most = counts[first][second][isMinus ? 1 : 0];
                        found = new int[] {first, second, isMinus ? -1 : 1};
                    }
                }
            }
        }
        return found;
    }

    /** Returns how many additions and subtractions all take. */
    int additions() {
        return additions(pairs, weights);
    }

    private static int additions(List<int[]> pairs, List<int[]> weights) {
        return pairs.size()
                + weights.stream()
                        .mapToInt(sum -> Math.max(0, Combination.taken(sum).length - 1))
                        .sum();
    }
}
