package dev.amdahl.gpu.bilinear;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WalkTest {
    private static final int ROUNDS = 200;
    private static final int FLIPS = 50;

    @ParameterizedTest
    @CsvSource({
        "2x2x2, Z",
        "2x2x2, Z2",
        "3x3x3, Z",
        "3x3x3, Z2",
        "2x3x4, Z",
        "1x5x7, Z2",
        "4x4x4, Z",
        "8x8x8, Z2",
        "8x8x8, Z"
    })
    void everySchemeOnTheWayIsExact(String text, Ring ring) {
        Scheme start = Scheme.standard(Format.parse(text));
        Draw draw = new Draw(1);
        Walk walk = ring == Ring.Z2 ? new BinaryWalk(start, draw) : new TernaryWalk(start, draw);
        long flips = 0;
        for (int round = 0; round < ROUNDS; round++) {
            flips += walk.flip(FLIPS);
            if (round % 5 == 0) {
                int before = walk.rank();
                int more = walk.plus() ? 1 : 0;
                assertThat(walk.rank()).isEqualTo(before + more);
            }
            if (round % 40 == 0) {
                walk.jump(walk.scheme());
            }
            if (round % 10 == 0) {
                Scheme scheme = walk.scheme();
                assertThat(scheme.rank()).isEqualTo(walk.rank());
                assertThat(scheme.isExact(ring)).isTrue();
                assertThat(scheme.largestCoefficient()).isEqualTo(1);
            }
        }
        assertThat(flips).isPositive();
    }

    @ParameterizedTest
    @CsvSource({"Z", "Z2"})
    void oneTermHasNoFlip(Ring ring) {
        Scheme one = Scheme.standard(new Format(1, 1, 1));
        Walk walk = ring == Ring.Z2 ? new BinaryWalk(one, new Draw(1)) : new TernaryWalk(one, new Draw(1));
        assertThat(walk.flip(100)).isZero();
        assertThat(walk.plus()).isFalse();
        assertThat(walk.rank()).isOne();
    }
}
