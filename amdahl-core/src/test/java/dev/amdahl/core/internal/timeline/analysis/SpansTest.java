package dev.amdahl.core.internal.timeline.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SpansTest {
    private static final int RANGE = 80;

    private final Random random = new Random(17);

    @Test
    void theAlgebraIsThatOfSets() {
        for (int round = 0; round < 2000; round++) {
            BitSet left = new BitSet();
            BitSet right = new BitSet();
            Spans a = spans(left);
            Spans b = spans(right);
            BitSet both = (BitSet) left.clone();
            both.and(right);
            BitSet rest = (BitSet) left.clone();
            rest.andNot(right);
            assertThat(bits(a)).isEqualTo(left);
            assertThat(bits(a.and(b))).isEqualTo(both);
            assertThat(bits(a.minus(b))).isEqualTo(rest);
            assertThat(a.length()).isEqualTo(left.cardinality());
        }
    }

    @Test
    void lengthsOfWindowsAreThoseOfTheSet() {
        for (int round = 0; round < 500; round++) {
            BitSet set = new BitSet();
            Spans spans = spans(set);
            Spans.Cursor cursor = spans.cursor();
            int from = 0;
            while (from < RANGE) {
                int to = from + random.nextInt(20);
                assertThat(cursor.length(from, to)).isEqualTo(set.get(from, to).cardinality());
                assertThat(spans.covers(from)).isEqualTo(set.get(from));
                from += random.nextInt(20);
            }
        }
    }

    @Test
    void aSpanReachesAnInstantThatItHoldsOrJustMissed() {
        Spans spans = new Spans.Builder().add(10, 20).build();
        assertThat(spans.cursor().reaches(10, 5)).as("begins there").isFalse();
        assertThat(spans.cursor().reaches(11, 5)).isTrue();
        assertThat(spans.cursor().reaches(25, 5)).isTrue();
        assertThat(spans.cursor().reaches(26, 5)).isFalse();
    }

    private Spans spans(BitSet set) {
        Spans.Builder builder = new Spans.Builder();
        for (int i = random.nextInt(12); i > 0; i--) {
            int start = random.nextInt(RANGE);
            int end = start + random.nextInt(15);
            builder.add(start, end);
            set.set(start, end);
        }
        return builder.build();
    }

    private static BitSet bits(Spans spans) {
        BitSet set = new BitSet();
        for (int i = 0; i < spans.size(); i++) {
            assertThat(spans.end(i)).isGreaterThan(spans.start(i));
            assertThat(i == 0 || spans.start(i) >= spans.end(i - 1)).isTrue();
            set.set((int) spans.start(i), (int) spans.end(i));
        }
        return set;
    }
}
