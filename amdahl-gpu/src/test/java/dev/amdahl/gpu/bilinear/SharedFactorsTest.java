package dev.amdahl.gpu.bilinear;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SharedFactorsTest {
    private static final int TERMS = 20;
    private static final int STEPS = 20_000;

    @Test
    void exactlyThePlacesWithAnEqualAreListedThroughAnyChanges() {
        Random random = new Random(1);
        SharedFactors shared = new SharedFactors(TERMS);
        long[] factors = new long[3 * shared.stride()];
        for (int term = 0; term < TERMS; term++) {
            for (int mode = 0; mode < 3; mode++) {
                enter(shared, factors, mode * shared.stride() + term, 1 + random.nextInt(8));
            }
        }
        for (int step = 0; step < STEPS; step++) {
            int place = random.nextInt(3) * shared.stride() + random.nextInt(TERMS);
            shared.leave(place);
            enter(shared, factors, place, 1 + random.nextInt(step % 100 < 50 ? 8 : 1000));
            if (step % 100 == 0) {
                assertThat(drawn(shared)).isEqualTo(together(shared, factors));
            }
        }
    }

    private static void enter(SharedFactors shared, long[] factors, int place, long factor) {
        factors[place] = factor;
        shared.enter(place, factor);
    }

    /** Everything that many draws give; each with a partner of its own mode. */
    private static Set<Integer> drawn(SharedFactors shared) {
        Draw draw = new Draw(7);
        Set<Integer> drawn = new HashSet<>();
        for (int i = 0; i < 60 * shared.count(); i++) {
            long bits = draw.next();
            int place = shared.draw(bits);
            int partner = shared.partner(place, bits);
            assertThat(partner).isNotEqualTo(place);
            assertThat(partner / shared.stride()).isEqualTo(place / shared.stride());
            drawn.add(place);
        }
        return drawn;
    }

    /** Places whose file holds another of their mode. */
    private static Set<Integer> together(SharedFactors shared, long[] factors) {
        Set<Integer> expected = new HashSet<>();
        for (int mode = 0; mode < 3; mode++) {
            for (int i = 0; i < TERMS; i++) {
                for (int j = 0; j < TERMS; j++) {
                    int place = mode * shared.stride() + i;
                    int other = mode * shared.stride() + j;
                    if (i != j && isTogether(factors[place], factors[other])) {
                        expected.add(place);
                    }
                }
            }
        }
        return expected;
    }

    private static boolean isTogether(long one, long other) {
        return SharedFactors.file(one) == SharedFactors.file(other);
    }
}
