package dev.amdahl.core.internal.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WalshHadamardTest {

    @Test
    void agreesWithItsDefinitionForEveryShape() {
        SplittableRandom random = new SplittableRandom(5);
        int shapes = 0;
        for (int rowBits = 0; rowBits <= 7; rowBits++) {
            for (int columnBits = 0; rowBits + columnBits <= 11; columnBits++) {
                double[][] table = new double[1 << rowBits][1 << columnBits];
                double[] flat = new double[1 << (rowBits + columnBits)];
                for (int x = 0; x < flat.length; x++) {
                    flat[x] = random.nextInt(-1000, 1000);
                    table[x >> columnBits][x & ((1 << columnBits) - 1)] = flat[x];
                }
                WalshHadamard.transform(table);
                for (int x = 0; x < flat.length; x += 1 + flat.length / 16) {
                    double expected = 0;
                    for (int y = 0; y < flat.length; y++) {
                        expected += (Integer.bitCount(x & y) & 1) == 0 ? flat[y] : -flat[y];
                    }
                    assertThat(table[x >> columnBits][x & ((1 << columnBits) - 1)])
                            .isEqualTo(expected);
                }
                shapes++;
            }
        }
        assertThat(shapes).isEqualTo(68);
    }

    @Test
    void refusesTablesThatAreNoPowerOfTwo() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WalshHadamard.transform(new double[3][4]))
                .withMessageContaining("rows");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WalshHadamard.transform(new double[4][6]))
                .withMessageContaining("columns");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WalshHadamard.transform(new double[][] {{1, 2}, {1}}))
                .withMessageContaining("one has 1");
    }
}
