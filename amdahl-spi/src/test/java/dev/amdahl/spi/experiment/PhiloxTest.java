package dev.amdahl.spi.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PhiloxTest {

    /** The known answers of Random123, {@code kat_vectors}: counter words, key words, output words. */
    @ParameterizedTest
    @CsvSource({
        "00000000 00000000 00000000 00000000, 00000000 00000000, 6627e8d5 e169c58d bc57ac4c 9b00dbd8",
        "ffffffff ffffffff ffffffff ffffffff, ffffffff ffffffff, 408f276d 41c83b0e a20bc7c6 6d5451fd",
        "243f6a88 85a308d3 13198a2e 03707344, a4093822 299f31d0, d16cfe09 94fdcceb 5001e420 24126ea1"
    })
    void drawsTheKnownAnswers(String counter, String key, String expected) {
        int[] words = words(counter);
        int[] halves = words(key);

        Philox.draw(Integer.toUnsignedLong(halves[0]) | (long) halves[1] << 32, words);

        assertThat(words).containsExactly(words(expected));
    }

    @Test
    void codesAreTheLowBitsOfFirstWords() {
        long seed = 0x9E37_79B9_7F4A_7C15L;
        int[] codes = Philox.codes(50, 12, seed);
        for (int i = 0; i < codes.length; i++) {
            assertThat(codes[i]).isEqualTo(Philox.words(seed, i, 0, 0, 0)[0] & 0xfff);
        }
    }

    private static int[] words(String text) {
        return Arrays.stream(text.trim().split(" "))
                .mapToInt(word -> Integer.parseUnsignedInt(word, 16))
                .toArray();
    }
}
