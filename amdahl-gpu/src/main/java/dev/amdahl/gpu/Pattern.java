package dev.amdahl.gpu;

import dev.amdahl.spi.experiment.Philox;

/** What a memory test writes: one 32-bit word for each place. Implementations are immutable and thread-safe. */
public sealed interface Pattern {

    /** Returns the word at a place, counted in words from the buffer's beginning. */
    int word(long index);

    /** The same word everywhere, such as 0x55555555. */
    record Constant(int value) implements Pattern {
        @Override
        public int word(long index) {
            return value;
        }
    }

    /** Each place's own number, low word xor high word: finds address lines that stick. */
    record Address() implements Pattern {
        @Override
        public int word(long index) {
            return (int) index ^ (int) (index >>> 32);
        }
    }

    /** Words drawn by {@link Philox}: word i is output i % 4 of counter i / 4. */
    record Drawn(long seed) implements Pattern {
        @Override
        public int word(long index) {
            int[] counter = {(int) (index >>> 2), (int) (index >>> 34), 0, 0};
            Philox.draw(seed, counter);
            return counter[(int) (index & 3)];
        }
    }
}
