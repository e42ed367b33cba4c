package dev.amdahl.core.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Known answers of Random123 (kat_vectors, philox4x32 10). */
class PhiloxTest {

    @Test
    void agreesWithThePublishedVectors() {
        assertThat(Philox.words(0, 0, 0, 0, 0, 0)).containsExactly(0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8);
        assertThat(Philox.words(-1, -1, -1, -1, -1, -1))
                .containsExactly(0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd);
        assertThat(Philox.words(0xa4093822, 0x299f31d0, 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344))
                .containsExactly(0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1);
    }

    @Test
    void firstWordIsThatOfAllFour() {
        for (int index = 0; index < 100; index++) {
            long seed = index * 0x9E3779B97F4A7C15L;
            assertThat(Philox.firstWord(seed, index))
                    .isEqualTo(Philox.words((int) seed, (int) (seed >>> 32), index, 0, 0, 0)[0]);
        }
    }
}
