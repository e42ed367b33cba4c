package dev.amdahl.core.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OrderDrawTest {
    private static final int SEEDS = 2000;

    private static String orders(long seed, int trials) {
        StringBuilder orders = new StringBuilder();
        for (int index = 1; index <= trials; index++) {
            orders.append(OrderDraw.isVariantFirst(seed, 1, index) ? 'V' : 'B');
        }
        return orders.toString();
    }

    @Test
    void theOrdersAreBalancedAtAnyTimeWhateverTheSeed() {
        for (long seed = 0; seed < SEEDS; seed++) {
            int ahead = 0;
            for (char first : orders(seed, 40).toCharArray()) {
                ahead += first == 'V' ? 1 : -1;
                assertThat(Math.abs(ahead)).as("seed %d", seed).isLessThanOrEqualTo(2);
            }
        }
    }

    @Test
    void eachPlaceIsDrawnByAFairCoin() {
        for (int index = 0; index <= 12; index++) {
            int first = 0;
            for (long seed = 0; seed < SEEDS; seed++) {
                first += OrderDraw.isVariantFirst(seed, 1, index) ? 1 : 0;
            }
            assertThat(first).as("place %d", index).isBetween(SEEDS / 2 - 112, SEEDS / 2 + 112);
        }
    }

    @Test
    void theOrderCannotBeToldFromTheOneBefore() {
        int alternates = 0;
        Set<String> sequences = new HashSet<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            String orders = orders(seed, 8);
            sequences.add(orders);
            alternates += orders.matches("(BV){4}|(VB){4}") ? 1 : 0;
        }
        assertThat(sequences).hasSizeGreaterThan(60);
        assertThat(alternates).isPositive().isLessThan(SEEDS / 10);
    }

    @Test
    void setsOfOneExperimentHaveTheirOwnOrdersAndTheSameSeedGivesThemAgain() {
        StringBuilder second = new StringBuilder();
        for (int index = 1; index <= 40; index++) {
            second.append(OrderDraw.isVariantFirst(7, 2, index) ? 'V' : 'B');
        }
        assertThat(orders(7, 40)).isEqualTo(orders(7, 40)).isNotEqualTo(second.toString());
    }
}
