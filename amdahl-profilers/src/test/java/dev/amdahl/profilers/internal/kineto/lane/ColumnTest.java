package dev.amdahl.profilers.internal.kineto.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ColumnTest {

    @Test
    void keepsWhatWasAddedNarrowOrWide() {
        for (long factor : new long[] {1, 1L << 31, 1L << 50}) {
            Column column = new Column();
            for (int i = 0; i < 30_000; i++) {
                column.add(i < 20_000 ? -i : i * factor);
            }
            assertThat(column.size()).isEqualTo(30_000);
            assertThat(IntStream.range(0, 30_000)
                            .filter(i -> column.get(i) != (i < 20_000 ? -i : i * factor))
                            .count())
                    .isZero();
        }
    }

    @Test
    void ordersByStartThenLongerThenFile() {
        SplittableRandom random = new SplittableRandom(3);
        for (int n = 0; n < 300; n++) {
            Column starts = new Column();
            Column durations = new Column();
            for (int i = 0; i < n; i++) {
                starts.add(random.nextInt(20));
                durations.add(random.nextInt(4));
            }
            int[] order = Order.of(starts, durations);
            int[] wanted = IntStream.range(0, n)
                    .boxed()
                    .sorted(Comparator.<Integer>comparingLong(starts::get)
                            .thenComparing(i -> -durations.get(i))
                            .thenComparing(i -> i))
                    .mapToInt(i -> i)
                    .toArray();
            assertThat(order.length == 0 ? IntStream.range(0, n).toArray() : order)
                    .isEqualTo(wanted);
            assertThat(starts.in(wanted).sorted()).isEqualTo(sorted(starts));
        }
    }

    private static long[] sorted(Column column) {
        long[] values = IntStream.range(0, column.size()).mapToLong(column::get).toArray();
        Arrays.sort(values);
        return values;
    }
}
